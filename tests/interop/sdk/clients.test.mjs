// SPDX-License-Identifier: MIT
// Several clients at once, and a gateway that goes away under them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { all, call, connect, textOf } from '../lib/client.mjs';
import { eventually } from '../lib/eventually.mjs';
import { Home } from '../lib/home.mjs';

const home = new Home();
let ana, bob;
const answers = { roots: () => ({ roots: [] }) };
const has = (name) => async () => (await all(ana, 'tools')).some((tool) => tool.name === name);

before(async () => {
  home.writeRealServers();
  [ana, bob] = await Promise.all(['ana', 'bob'].map((name) => connect(home.bridge(name), { name, answers })));
  await eventually(has('everything__echo'), 'the tools are there');
});
after(async () => {
  for (const one of [ana, bob]) await one?.close().catch(() => {});
  await home.close();
});

test('answers are never crossed', async () => {
  const work = [ana, bob].flatMap((one, who) => Array.from({ length: 100 }, async (_, i) => {
    const message = `client ${who} call ${i}`;
    const name = i % 2 ? 'everything__echo' : 'fake__echo';
    assert.equal(textOf(await call(one, name, { message })), i % 2 ? `Echo: ${message}` : message);
  }));
  await Promise.all(work);
});

test('both clients share one session of a server, and one gateway', async () => {
  const pids = await Promise.all([ana, bob].map(async (one) => textOf(await call(one, 'fake__pid'))));
  assert.equal(pids[0], pids[1]);
  const status = await home.status();
  assert.deepEqual(status.clients.map((client) => client.name).sort(), ['ana', 'bob']);
});

test('progress of one client does not reach the other', async () => {
  const seen = [[], []];
  await Promise.all([ana, bob].map((one, who) =>
    call(one, 'fake__steps', { count: 3 + who, ms: 20 }, { onprogress: ({ progress, total }) => seen[who].push(`${progress}/${total}`) })));
  assert.deepEqual(seen, [['1/3', '2/3', '3/3'], ['1/4', '2/4', '3/4', '4/4']]);
});

test('a client that vanishes leaves the other alone, and its calls are cancelled', async () => {
  const third = await connect(home.bridge('third'), { answers });
  call(third, 'fake__hang').catch(() => {});
  await eventually(() => home.journalLines().some((line) => line.endsWith(' call hang')), 'the call has reached the server');
  process.kill(third.transport.pid, 'SIGKILL');
  await eventually(() => home.journalLines().some((line) => line.includes(' cancelled ')), 'the call is cancelled');
  assert.equal(textOf(await call(bob, 'everything__echo', { message: 'alive' })), 'Echo: alive');
});

test('a killed gateway is started again under its clients', async () => {
  const uri = 'memory://knowledge-graph';
  await ana.subscribeResource({ uri });
  await ana.setLoggingLevel('debug');
  const pid = await home.gatewayPid();
  const inFlight = call(ana, 'fake__hang');
  inFlight.catch(() => {});
  await eventually(() => home.journalLines().filter((line) => line.endsWith(' call hang')).length > 1, 'the call has reached the server');
  const before = { ...ana.heard };
  process.kill(pid, 'SIGKILL');

  await assert.rejects(inFlight, 'what was in flight is answered with an error');
  assert.equal(textOf(await eventually(() => call(ana, 'everything__echo', { message: 'again' }).catch(() => null), 'calls work again')), 'Echo: again');
  assert.equal(textOf(await eventually(() => call(bob, 'fake__echo', { message: 'too' }).catch(() => null), 'calls work again')), 'too');
  assert.notEqual(await home.gatewayPid(), pid);
  for (const kind of ['tools', 'resources', 'prompts']) assert.ok(ana.heard[kind] > before[kind], `${kind} announced`);

  await call(ana, 'memory__create_entities', { entities: [{ name: 'after', entityType: 'thing', observations: [] }] });
  await eventually(() => ana.heard.updated.includes(uri), 'the subscription lives on');
  await call(ana, 'fake__log', { level: 'debug', text: 'after' });
  await eventually(() => ana.heard.log.some((entry) => entry.data === 'after'), 'so does the log level');
});

test('a gateway that a person stopped stays stopped', async () => {
  assert.equal((await home.gateway('stop')).status, 0);
  await assert.rejects(call(ana, 'fake__echo', { message: 'no' }));
  assert.equal((await home.gateway('status')).status, 3);
});
