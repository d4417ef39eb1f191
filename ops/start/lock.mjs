import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isAlive } from './processes/process-identity.mjs';
import { errorCode } from './setup-error.mjs';

/**
 * @typedef {{ pid: number, born: string, what: string }} Holder
 *
 * Takes a lock file, or returns its holder. The lock of an exited process is taken over.
 * @param {string} file
 * @param {string} what the command that takes it, for the message of a waiting process
 * @returns {{ release: () => void, holder?: undefined } | { holder: Holder, release?: undefined }}
 */
export function acquireLock(file, what) {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ ...identify(process.pid), what }), { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(mine, file); // atomic: fails when the name exists
        return { release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder && holder.pid !== process.pid && isAlive(holder)) return { holder };
      dropStale(file, mine);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * Removes a lock whose holder has exited. Moves it aside first and checks it again, because another process may have taken the lock in between.
 * @param {string} file
 * @param {string} mine
 */
function dropStale(file, mine) {
  const aside = `${mine}.stale`;
  try {
    renameSync(file, aside);
    const holder = readHolder(aside);
    if (holder && holder.pid !== process.pid && isAlive(holder)) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error))) throw error; // another process removed or replaced the lock first
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Takes a lock, waiting while another live process holds it.
 * @param {string} file
 * @param {string} what
 * @param {(holder: Holder) => void} onWait called once when it has to wait
 * @returns {Promise<() => void>} the release
 */
export async function waitForLock(file, what, onWait) {
  let hasNotified = false;
  for (;;) {
    const { release, holder } = acquireLock(file, what);
    if (release) return release;
    if (!hasNotified) onWait(holder);
    hasNotified = true;
    await sleep(200);
  }
}

/**
 * @param {string} file
 * @returns {Holder | null} null when the file is unreadable, which counts as not locked
 */
export function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
