import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { acquireLock } from './lock.mjs';
import { lockFile, readRecord } from './run-record.mjs';
import { errorCode, SetupError } from './setup-error.mjs';

/**
 * Locks the data folder for this command, or fails with one line that says why.
 * @param {string} dataDir
 * @param {string} what the command that locks it
 * @returns {() => void} the release
 */
export function lockDataDir(dataDir, what) {
  try {
    makeFolder(path.join(dataDir, 'run'));
    const probe = path.join(dataDir, 'run', `probe.${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new SetupError(`Cannot write to ${dataDir} (${errorCode(error)}): make it writable, or choose another folder with DATA_DIR=…`);
  }
  const { release, holder } = acquireLock(lockFile(dataDir), what);
  if (release) return release;
  const address = readRecord(dataDir)?.address;
  throw new SetupError(
    `${dataDir} is in use by \`${holder.what}\`${address ? ` at ${address}` : ''} (process ${holder.pid}): stop that, or choose another folder with DATA_DIR=…`,
  );
}

/**
 * Makes a folder and its parents one by one, because Node's recursive mkdir never returns on /proc.
 * @param {string} folder
 */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error; // a concurrent start may have made the folder first
  }
}
