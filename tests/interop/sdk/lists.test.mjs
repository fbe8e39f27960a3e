// SPDX-License-Identifier: MIT
// Through bridge and gateway a client sees all that the servers offer when asked directly, under qualified names.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { all, connect } from '../lib/client.mjs';
import { eventually } from '../lib/eventually.mjs';
import { Home } from '../lib/home.mjs';
import { realServers } from '../lib/programs.mjs';

const home = new Home();
const direct = {};
let client;

before(async () => {
  home.writeRealServers();
  client = await connect(home.bridge());
  for (const [name, server] of Object.entries(realServers(home.folder)))
    direct[name] = await connect({ ...server, env: { ...process.env, ...server.env } }, { answers: { roots: () => ({ roots: [] }) } });
});
after(async () => {
  for (const one of [client, ...Object.values(direct)]) await one?.close();
  await home.close();
});

const offered = async (member) => {
  const capability = member === 'resourceTemplates' ? 'resources' : member;
  const found = {};
  for (const [name, one] of Object.entries(direct)) {
    if (!one.getServerCapabilities()[capability]) continue;
    // A server may announce a list and have no method for it.
    found[name] = await all(one, member).catch(() => []);
  }
  return found;
};
const qualified = (lists) => Object.entries(lists).flatMap(([enclave, items]) => items.map((item) => `${enclave}__${item.name}`));

test('the gateway introduces itself', () => {
  const capabilities = client.getServerCapabilities();
  for (const one of ['tools', 'resources', 'prompts', 'completions', 'logging']) assert.ok(capabilities[one], one);
  assert.match(client.getServerVersion().name, /pasarela/i);
});

test('every tool is listed under its qualified name, as its server defines it', async () => {
  // A server that needs a task for a tool is not asked for it: tasks are not spoken.
  const wanted = async () => Object.fromEntries(Object.entries(await offered('tools'))
    .map(([enclave, tools]) => [enclave, tools.filter((tool) => tool.execution?.taskSupport !== 'required')]));
  const tools = await eventually(async () => {
    const listed = await all(client, 'tools');
    const names = new Set(listed.map((tool) => tool.name));
    return qualified(await wanted()).every((name) => names.has(name)) && listed;
  }, 'all tools are listed');
  assert.ok(tools.some((tool) => tool.name === 'pasarela__status'));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  assert.equal(byName.size, tools.length, 'no name twice');
  for (const [enclave, items] of Object.entries(await wanted())) {
    for (const item of items) {
      const { name, ...rest } = byName.get(`${enclave}__${item.name}`);
      const { name: own, ...wantedRest } = item;
      assert.deepEqual({ schema: rest.inputSchema, out: rest.outputSchema, notes: rest.annotations, text: rest.description },
        { schema: wantedRest.inputSchema, out: wantedRest.outputSchema, notes: wantedRest.annotations, text: wantedRest.description }, name ?? own);
    }
  }
});

test('tools are in a fixed order', async () => {
  const first = (await all(client, 'tools')).map((tool) => tool.name);
  const second = (await all(client, 'tools')).map((tool) => tool.name);
  assert.deepEqual(first, second);
});

test('every prompt is listed under its qualified name, with its arguments', async () => {
  const wanted = await offered('prompts');
  const prompts = await eventually(async () => {
    const listed = await all(client, 'prompts');
    const names = new Set(listed.map((prompt) => prompt.name));
    return qualified(wanted).every((name) => names.has(name)) && listed;
  }, 'all prompts are listed');
  for (const prompt of wanted.everything)
    assert.deepEqual(prompts.find((one) => one.name === `everything__${prompt.name}`).arguments, prompt.arguments);
});

test('every resource and template is listed under its own URI', async () => {
  for (const [member, key] of [['resources', 'uri'], ['resourceTemplates', 'uriTemplate']]) {
    const wanted = Object.values(await offered(member)).flat().map((item) => item[key]);
    assert.ok(wanted.length > 0);
    await eventually(async () => {
      const listed = new Set((await all(client, member)).map((item) => item[key]));
      return wanted.every((uri) => listed.has(uri));
    }, `all ${member} are listed`);
  }
});
