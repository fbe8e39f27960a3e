// SPDX-License-Identifier: MIT
// A home of its own for a gateway: configuration, sockets, logs; ended and removed in the end.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.mjs';
import { fakeServer, program, realServers } from './programs.mjs';

export class Home {
  constructor() {
    // Short: socket paths are limited to some 100 bytes.
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'pi-')));
    this.folder = join(this.path, 'served');
    mkdirSync(this.folder, { mode: 0o700 });
    this.journal = join(this.path, 'fake.journal');
  }

  /** The three real servers, and the fake one for what real ones do not do at once. */
  writeRealServers() {
    const enclaves = {};
    for (const [name, { command, args, env }] of Object.entries(realServers(this.folder)))
      enclaves[name] = { stdio: { command, args }, ...(env && { env }), onDefinitionChange: 'accept' };
    enclaves.everything.reverse = 'exclusive';
    enclaves.fake = {
      stdio: { command: fakeServer, args: ['--journal', this.journal] }, reverse: 'exclusive', onDefinitionChange: 'accept',
    };
    this.write({ enclaves });
  }

  write(config) {
    writeFileSync(join(this.path, 'pasarela.json'), JSON.stringify(config, null, 2), { mode: 0o600 });
  }

  get environment() {
    return { ...process.env, PASARELA_HOME: this.path };
  }

  /** What a client is given to start. */
  bridge(client = 'interop') {
    return { command: program('pasarela-bridge'), args: ['--home', this.path, '--client', client, '--timeout', '20'] };
  }

  /** Runs a command of pasarela-gateway: {status, stdout, stderr}. */
  gateway(...args) {
    return new Promise((done) => {
      const child = execFile(program('pasarela-gateway'), args, { env: this.environment, timeout: 60_000 }, (error, stdout, stderr) =>
        done({ status: error ? (error.code ?? -1) : 0, stdout, stderr }));
      child.stdin.end();
    });
  }

  /** The snapshot, or null while no gateway answers. */
  async status() {
    const { status, stdout } = await this.gateway('status', '--json');
    return status === 0 ? JSON.parse(stdout) : null;
  }

  async gatewayPid() {
    return (await eventually(() => this.status(), 'the gateway answers')).gateway.pid;
  }

  journalLines() {
    try {
      return readFileSync(this.journal, 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  }

  async close() {
    await this.gateway('stop');
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
