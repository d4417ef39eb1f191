import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-identity.mjs';
import { readRecord } from '../run-record.mjs';

/** How long the orphaned processes of a killed launcher may take to exit by themselves, in ms. */
const PATIENCE_MS = 2_000;

/**
 * Waits until the orphaned processes of a killed launcher have exited, and kills those that stay. The store is not among them: store.mjs shuts
 * it down in order. Killing an api or a worker is safe, because their work is leased.
 * @param {string} dataDir
 * @param {number} [patienceMs]
 * @returns {Promise<number>} how many were found alive
 */
export async function endOrphans(dataDir, patienceMs = PATIENCE_MS) {
  const record = readRecord(dataDir);
  const alive = () =>
    Object.entries(record?.processes ?? {})
      .filter(([name, identity]) => name !== 'store' && isAlive(identity))
      .map(([, identity]) => identity);
  const found = alive().length;
  const deadline = performance.now() + patienceMs;
  while (alive().length > 0 && performance.now() < deadline) await sleep(50);
  for (const { pid } of alive()) process.kill(pid, 'SIGKILL');
  while (alive().length > 0) await sleep(20);
  return found;
}
