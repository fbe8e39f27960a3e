// SPDX-License-Identifier: MIT
import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until `probe` gives something true, and returns that; fails after `limit` ms naming `what`. */
export async function eventually(probe, what, limit = 20_000) {
  const until = Date.now() + limit;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > until) throw new Error(`not within ${limit} ms: ${what}`);
    await sleep(50);
  }
}
