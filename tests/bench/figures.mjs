// SPDX-License-Identifier: MIT
// The figures that are promised and that the benchmark kit does not print one by one: memory of bridge and gateway, and
// how soon `initialize` is answered. Linux (reads /proc). usage: node tests/bench/figures.mjs [--bin DIR] [--tests DIR]
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const { values } = parseArgs({ options: {
  bin: { type: 'string', default: join(root, 'build/release/bin') }, tests: { type: 'string', default: join(root, 'build/release/tests') },
} });
const fake = join(values.tests, 'fakemcpserver');
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const megabytes = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {
  protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'figures', version: '1' } } };

/** One bridge, as a client starts it. */
class Bridge {
  constructor(home) {
    this.started = performance.now();
    this.process = spawn(join(values.bin, 'pasarela-bridge'), ['--home', home], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = new Map();
    let text = '';
    this.process.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const message = JSON.parse(text.slice(0, end));
        text = text.slice(end + 1);
        this.waiting.get(message.id)?.(message);
      }
    });
  }

  ask(message) {
    const answer = new Promise((done) => this.waiting.set(message.id, done));
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
    return answer;
  }

  /** Milliseconds from the start of the process to the answer. */
  async initialize() {
    const answer = await this.ask(initialize);
    if (!answer.result) throw new Error(`initialize: ${JSON.stringify(answer)}`);
    const took = performance.now() - this.started;
    this.process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return took;
  }

  async end() {
    const exited = new Promise((done) => this.process.once('exit', done));
    this.process.stdin.end();
    await exited;
  }
}

function makeHome(enclaves) {
  const home = mkdtempSync(join(tmpdir(), 'pf-'));
  const config = Object.fromEntries(Object.entries(enclaves).map(([name, args]) => [name, { stdio: { command: fake, args } }]));
  writeFileSync(join(home, 'pasarela.json'), JSON.stringify({ enclaves: config }), { mode: 0o600 });
  return home;
}
const command = (home, ...args) =>
  execFileSync(join(values.bin, 'pasarela-gateway'), args, { env: { ...process.env, PASARELA_HOME: home }, encoding: 'utf8' });
const gatewayPid = (home) => JSON.parse(command(home, 'status', '--json')).gateway.pid;
async function endGateway(home) {
  command(home, 'stop');
  await sleep(200);
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}

async function idleMemory() {
  const home = makeHome({});
  const bridge = new Bridge(home);
  await bridge.initialize();
  await sleep(1000);
  const pid = gatewayPid(home);
  const bridgeMemory = megabytes(bridge.process.pid);
  await bridge.end();
  await sleep(1000);
  const gatewayMemory = megabytes(pid);
  await endGateway(home);
  return { bridgeMemory, gatewayMemory };
}

/** Ten enclaves with a hundred tools each, three clients that have listed them and made a call. */
async function fullMemory() {
  // How many tools the fake server has of its own, so that with the generated ones there are a hundred.
  const own = await ownTools();
  const home = makeHome(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`enclave${i}`, ['--tools', String(100 - own)]])));
  const bridges = [];
  for (let i = 0; i < 3; i++) {
    bridges.push(new Bridge(home));
    await bridges[i].initialize();
  }
  let tools = 0;
  for (let tries = 0; tools < 1000 && tries < 100; tries++, await sleep(200))
    tools = (await bridges[0].ask({ jsonrpc: '2.0', id: `l${tries}`, method: 'tools/list', params: {} })).result.tools.length;
  for (const bridge of bridges) {
    await bridge.ask({ jsonrpc: '2.0', id: 'l', method: 'tools/list', params: {} });
    for (let i = 0; i < 10; i++)
      await bridge.ask({ jsonrpc: '2.0', id: `c${i}`, method: 'tools/call', params: { name: `enclave${i}__echo`, arguments: { message: 'x' } } });
  }
  await sleep(1000);
  const memory = megabytes(gatewayPid(home));
  for (const bridge of bridges) await bridge.end();
  await endGateway(home);
  return { memory, tools };
}

function ownTools() {
  return new Promise((done) => {
    const server = spawn(fake, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    server.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (!text.includes('\n')) return;
      done(JSON.parse(text).result.tools.length);
      server.stdin.end();
    });
    server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
  });
}

async function warmStart() {
  const home = makeHome({ fake: [] });
  const first = new Bridge(home);
  await first.initialize();
  const times = [];
  for (let i = 0; i < 20; i++) {
    const bridge = new Bridge(home);
    times.push(await bridge.initialize());
    await bridge.end();
  }
  await first.end();
  await endGateway(home);
  return median(times);
}

async function coldStart() {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const enclaves = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`enclave${n}`, []]));
    const home = makeHome({ ...enclaves, hung: ['--never-answer', 'initialize'] });
    const bridge = new Bridge(home);
    times.push(await bridge.initialize());
    await bridge.end();
    await endGateway(home);
  }
  return median(times);
}

const idle = await idleMemory();
const full = await fullMemory();
const rows = [
  ['bridge, RSS', idle.bridgeMemory, 12, 'MB'],
  ['gateway with nothing connected, RSS', idle.gatewayMemory, 20, 'MB'],
  [`gateway with 10 enclaves, ${full.tools} tools, 3 clients, RSS`, full.memory, 35, 'MB'],
  ['initialize, gateway runs', await warmStart(), 30, 'ms'],
  ['initialize, gateway must be started: 10 enclaves, one hung', await coldStart(), 500, 'ms'],
];
for (const [what, value, limit, unit] of rows)
  console.log(`${value <= limit ? 'ok  ' : 'OVER'} ${what.padEnd(62)} ${value.toFixed(1).padStart(7)} ${unit}   (at most ${limit})`);
