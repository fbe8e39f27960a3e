// SPDX-License-Identifier: MIT
// Where the programs under test and the independent ones lie.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** build/PRESET/interop, where tests/interop/run put this file's copy. */
export const work = dirname(dirname(fileURLToPath(import.meta.url)));

const suffix = process.platform === 'win32' ? '.exe' : '';
export const program = (name) => join(process.env.PASARELA_BIN_DIR, name + suffix);
export const fakeServer = join(process.env.PASARELA_TEST_DIR, `fakemcpserver${suffix}`);

const packaged = (name) => join(work, 'node_modules/@modelcontextprotocol', name, 'dist/index.js');

/** The three real servers as a client's configuration file has them. `folder`: what files are served from. */
export const realServers = (folder) => ({
  everything: { command: process.execPath, args: [packaged('server-everything')] },
  files: { command: process.execPath, args: [packaged('server-filesystem'), folder] },
  memory: {
    command: process.execPath,
    args: [packaged('server-memory')],
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
  },
});

export const conformanceSuite = (generation) =>
  join(work, 'node_modules', generation === 'next' ? '@next' : '@modelcontextprotocol', 'conformance/dist/index.js');
