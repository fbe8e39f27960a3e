// SPDX-License-Identifier: MIT
// The official conformance suite's server side on bridge and gateway, with the fixture as the only upstream. The suite
// speaks HTTP only, so the fixture's adapter stands in front of the bridge.
//
// usage: conformance.mjs [current|next] [--direct]    the released suite's active scenarios, or the next one's 2025-11-25
//                                                     requirements; --direct: the fixture itself, to judge the set-up
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Home } from './lib/home.mjs';
import { conformanceSuite, work } from './lib/programs.mjs';

const fixture = join(work, 'peers/conformance-fixture/src');
if (!existsSync(fixture)) {
  console.log('skipped: no shared material (../shared/peers); tst_endtoend and the sdk tests cover the protocol with the project\'s own fakes');
  process.exit(77);
}
const direct = process.argv.includes('--direct');
const generation = process.argv.includes('next') ? 'next' : 'current';
const wanted = generation === 'next' ? ['--requirements', '2025-11-25'] : ['--suite', 'active'];
/** How many scenarios count in this revision; a suite that ran fewer has proved less. */
const scored = 30;

/** Names of the scored scenarios that have passed, out of the suite's closing table. */
function passedIn(report) {
  const text = report.replace(/\x1b\[[0-9;]*m/g, '');
  const unscored = new Set([...text.matchAll(/^\s+\S+ (\S+) \([a-z-]+\)$/gm)].map((line) => line[1]));
  return [...text.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)].map((line) => line[1]).filter((name) => !unscored.has(name));
}

const home = new Home();
// Everything else is as a person gets it (decisions.md, Seams).
home.write({
  enclaves: {
    fixture: {
      stdio: { command: process.execPath, args: [join(fixture, 'main.mjs'), '--stdio', '--era', 'legacy'] },
      names: 'plain',
      onDefinitionChange: 'accept',
    },
  },
});
const bridge = home.bridge('conformance');
const behind = direct ? [process.execPath, join(fixture, 'main.mjs'), '--stdio'] : [bridge.command, ...bridge.args];
const adapter = spawn(process.execPath, [join(fixture, 'adapter.mjs'), '--port', '0', '--', ...behind], { stdio: ['ignore', 'pipe', 'inherit'] });
const [first] = await once(adapter.stdout.setEncoding('utf8'), 'data');
const url = first.split('\n')[0].trim();

const loader = pathToFileURL(join(fixture, 'node20-glob.mjs')).href;
const suite = spawn(process.execPath, ['--import', loader, conformanceSuite(generation), 'server', '--url', url, ...wanted],
  { stdio: ['ignore', 'pipe', 'inherit'], cwd: home.path });
let report = '';
suite.stdout.setEncoding('utf8').on('data', (text) => {
  report += text;
  process.stdout.write(text);
});
const [status] = await once(suite, 'close');
adapter.kill();
await home.close();
const passed = passedIn(report).length;
console.log(`\n${passed} of ${scored} scored scenarios passed`);
process.exitCode = status === 0 && passed >= scored ? 0 : 1;
