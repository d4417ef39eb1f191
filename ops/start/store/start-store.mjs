import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from './open-store.mjs';
import { anyFreePort } from '../ports.mjs';
import { initialiseData, startServer } from './store.mjs';
import { findStorePrograms } from './store-programs.mjs';
import { chooseStoreUser } from './store-user.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const STOP_WITHIN_MS = 5_000;

/**
 * Starts a separate PostgreSQL for tests and benchmarks. It ends with the calling process.
 * @param {object} [options]
 * @param {string} [options.dir] its folder; absent: a new one in the temporary folder
 * @param {boolean} [options.ephemeral] true: no fsync, and `stop` removes the folder; false: as durable as under `npm start`
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>} `url` connects as a superuser to the database `postgres`
 */
export async function startStore({ dir = mkdtempSync(path.join(os.tmpdir(), 'coursewright-store-')), ephemeral = false } = {}) {
  if (!ephemeral) {
    const server = await (await openStore(ROOT, dir)).start();
    return { url: server.url, pid: server.pid, stop: async () => void (await server.stop(STOP_WITHIN_MS)) };
  }
  mkdirSync(dir, { recursive: true });
  const as = chooseStoreUser(findStorePrograms(ROOT), path.join(dir, 'postgres'));
  const plan = { as, password: randomBytes(18).toString('base64url'), logFile: path.join(dir, 'postgres.log'), ephemeral };
  await initialiseData(plan);
  const server = await startServer(plan, await anyFreePort());
  return {
    url: server.url,
    pid: server.pid,
    stop: async () => {
      await server.stop(STOP_WITHIN_MS);
      for (const folder of [as.data, dir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
