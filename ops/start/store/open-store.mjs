import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { anyFreePort, describePortConflict } from '../ports.mjs';
import { SetupError } from '../setup-error.mjs';
import { initialiseData, startServer } from './store.mjs';
import { clearStaleServer } from './store-pid-file.mjs';
import { findStorePrograms } from './store-programs.mjs';
import { chooseStoreUser } from './store-user.mjs';

/**
 * Prepares the embedded store of a DATA_DIR: programs, data, password, port. Call it while holding the folder's lock.
 * @param {string} root
 * @param {string} dataDir
 * @returns {Promise<{ start: () => Promise<import('./store.mjs').RunningStore>, made: boolean, notices: string[] }>} `start` may be called again
 * after the server ended; address and password stay the same
 */
export async function openStore(root, dataDir) {
  const as = chooseStoreUser(findStorePrograms(root), path.join(dataDir, 'postgres'));
  const logs = path.join(dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  const isNew = !existsSync(path.join(as.data, 'PG_VERSION'));
  const plan = { as, password: keepPassword(dataDir, isNew), logFile: path.join(logs, 'postgres.log') };
  const made = await initialiseData(plan);
  await clearStaleServer(as.data); // the stale server may still occupy the port
  const port = await keepPort(dataDir);
  const notices = as.moved ? [`PostgreSQL refuses root and there are no user namespaces here: its data is in ${as.data}.`] : [];
  return { start: () => startServer(plan, port), made, notices };
}

/**
 * @param {string} dataDir
 * @param {boolean} isNew
 */
function keepPassword(dataDir, isNew) {
  const file = path.join(dataDir, 'secrets', 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (!isNew)
    throw new SetupError(
      `${file} is missing, and the database cannot be opened without it: restore it, or remove ${dataDir} to start afresh.`,
    );
  const password = randomBytes(24).toString('base64url');
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** @param {string} dataDir */
async function keepPort(dataDir) {
  const file = path.join(dataDir, 'store-port');
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (kept > 0 && !(await describePortConflict(kept, '127.0.0.1'))) return kept;
  const port = await anyFreePort();
  writeFileSync(file, `${port}\n`);
  return port;
}
