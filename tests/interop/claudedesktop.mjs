// SPDX-License-Identifier: MIT
// The stand-in for Claude Desktop on a file that `pasarela --connect claude-desktop --apply` wrote from a configuration of
// the three real servers; then `--undo` gives the file back as it was.
//
// usage: claudedesktop.mjs [SCENARIO ...] [--hand-written]    --hand-written: our entry as --apply would write it
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Home } from './lib/home.mjs';
import { program, realServers, work } from './lib/programs.mjs';

const desktop = join(work, 'peers/claude-desktop-sim/main.mjs');
if (!existsSync(desktop)) {
  console.log('skipped: no shared material (../shared/peers); tests/app and tests/integration cover the same with the project\'s own fakes');
  process.exit(77);
}
const handWritten = process.argv.includes('--hand-written');
const given = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const scenarios = given.length ? given : ['single', 'start', 'signals', 'restart', 'slow-start'];

const home = new Home();
const file = join(home.path, 'claude_desktop_config.json');
const before = `${JSON.stringify({ globalShortcut: 'Ctrl+Space', mcpServers: realServers(home.folder) }, null, 2)}\n`;

const run = (command, args) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { env: home.environment, encoding: 'utf8', timeout: 300_000 });
  process.stdout.write(stdout ?? '');
  process.stderr.write(stderr ?? '');
  return error ? `${error.message}` : status;
};
const connectClaude = (...what) =>
  run(program('pasarela'), ['--connect', 'claude-desktop', ...what, '--app-running=assume-closed', '--config', file]);

function apply() {
  writeFileSync(file, before);
  if (handWritten) {
    home.writeRealServers();
    const entry = { command: program('pasarela-bridge'), args: ['--client', 'claude-desktop'], env: { PASARELA_HOME: home.path } };
    writeFileSync(file, JSON.stringify({ mcpServers: { pasarela: entry } }));
    return;
  }
  assert.equal(connectClaude('--apply', '--trust-all'), 0, '--apply');
  const written = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(Object.keys(written.mcpServers), ['pasarela'], 'one entry is left');
  assert.equal(written.globalShortcut, 'Ctrl+Space', 'the rest of the file stays');
}

const failed = [];
try {
  apply();
  for (const scenario of scenarios) {
    console.log(`\n== ${scenario}`);
    const tool = ['--tool', 'everything__echo', '--tool-args', '{"message":"hola"}'];
    const slow = ['--slow-tool', 'everything__trigger-long-running-operation', '--slow-args', '{"duration":1,"steps":2}'];
    const status = run(process.execPath, [desktop, '--config', file, '--scenario', scenario, ...tool, ...slow]);
    if (status !== 0) failed.push(`${scenario} (${status})`);
  }
  if (!handWritten) {
    assert.equal(connectClaude('--undo'), 0, '--undo');
    assert.equal(readFileSync(file, 'utf8'), before, 'undone byte for byte');
  }
} catch (error) {
  failed.push(error.message);
} finally {
  await home.close();
}
console.log(failed.length ? `\nfailed: ${failed.join(', ')}` : `\nall ${scenarios.length} scenarios passed`);
process.exit(failed.length ? 1 : 0);
