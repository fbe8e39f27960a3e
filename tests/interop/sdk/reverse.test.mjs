// SPDX-License-Identifier: MIT
// Questions of a server reach the client whose call it works for, and their answers the server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { all, call, connect, textOf } from '../lib/client.mjs';
import { eventually } from '../lib/eventually.mjs';
import { Home } from '../lib/home.mjs';

const home = new Home();
const answersOf = (name) => ({
  sampling: () => ({ role: 'assistant', model: name, content: { type: 'text', text: `sampled by ${name}` } }),
  elicitation: (params) => params.mode === 'url'
    ? { action: 'accept' }
    : { action: 'accept', content: { name, check: true, email: 'a@example.org' } },
  roots: () => ({ roots: [{ uri: `file:///srv/${name}`, name }] }),
});
let ana, bob, mute;

before(async () => {
  home.writeRealServers();
  ana = await connect(home.bridge('ana'), { answers: answersOf('ana') });
  bob = await connect(home.bridge('bob'), { answers: answersOf('bob') });
  mute = await connect(home.bridge('mute'), { capabilities: {} });
  for (const one of [ana, bob, mute])
    await eventually(async () => (await all(one, 'tools')).some((tool) => tool.name === 'everything__trigger-sampling-request'), 'the tools are there');
});
after(async () => {
  for (const one of [ana, bob, mute]) await one?.close();
  await home.close();
});

test('sampling', async () => {
  const result = await call(ana, 'everything__trigger-sampling-request', { prompt: 'Say something', maxTokens: 10 });
  assert.match(JSON.stringify(result), /sampled by ana/);
  const question = ana.asked.find((request) => request.method === 'sampling/createMessage');
  assert.match(JSON.stringify(question.params.messages), /Say something/);
});

test('elicitation of a form', async () => {
  const result = await call(ana, 'everything__trigger-elicitation-request');
  assert.notEqual(result.isError, true);
  assert.match(JSON.stringify(result), /ana/);
});

test('elicitation of a visit', async () => {
  const result = await call(ana, 'everything__trigger-url-elicitation', { url: 'https://example.org/consent', message: 'Please look', elicitationId: 'e-77' });
  assert.notEqual(result.isError, true);
  const question = ana.asked.find((request) => request.params?.mode === 'url');
  assert.equal(question.params.url, 'https://example.org/consent');
});

test('an error that asks for a visit comes with its data', async () => {
  await assert.rejects(
    call(ana, 'everything__trigger-url-elicitation', { url: 'https://example.org/first', elicitationId: 'e-78', errorPath: true }),
    (error) => error.code === -32042 && error.data.elicitations[0].mode === 'url');
});

test('roots', async () => {
  // server-everything keeps the roots it got first; the fake one asks at every call.
  const response = JSON.parse(textOf(await call(ana, 'fake__ask_client', { kind: 'roots' })));
  assert.deepEqual(response.result.roots, [{ uri: 'file:///srv/ana', name: 'ana' }]);
  assert.match(textOf(await call(ana, 'everything__get-roots-list')), /srv\/ana|roots/i);
});

test('a refusal of the client reaches the server', async () => {
  const response = JSON.parse(textOf(await call(ana, 'fake__ask_client', { kind: 'no/such-method' })));
  assert.equal(response.error.code, -32601);
});

test('two clients that ask at once are each asked themselves', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = await Promise.all([ana, bob].map((one) =>
      call(one, 'everything__trigger-sampling-request', { prompt: `round ${round}`, maxTokens: 10 })));
    assert.match(JSON.stringify(a), /sampled by ana/);
    assert.match(JSON.stringify(b), /sampled by bob/);
  }
});

test('a client that cannot answer is not asked, and the server is told', async () => {
  const response = JSON.parse(textOf(await call(mute, 'fake__ask_client', { kind: 'sampling' })));
  assert.ok([-32601, -32602].includes(response.error.code), JSON.stringify(response));
  const result = await call(mute, 'everything__trigger-sampling-request', { prompt: 'x', maxTokens: 1 });
  assert.equal(result.isError, true);
});
