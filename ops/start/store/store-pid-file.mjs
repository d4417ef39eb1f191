import { readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '../processes/child.mjs';
import { startTimeOf, commandLineOf } from '../processes/process-identity.mjs';

/** @param {string} data */
const pidFile = (data) => path.join(data, 'postmaster.pid');

/**
 * Reads the state PostgreSQL reports in its pid file.
 * @param {string} data
 * @returns {{ pid: number, port: number, ready: boolean } | null}
 */
export function readPidFile(data) {
  try {
    const lines = readFileSync(pidFile(data), 'utf8').split('\n');
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/**
 * Whether a command line is a PostgreSQL server of this folder.
 * @param {string[]} commandLine
 * @param {string} data
 */
export function servesData(commandLine, data) {
  const folder = commandLine[commandLine.indexOf('-D') + 1] ?? '';
  return /^postgres(\.exe)?$/.test(path.basename(commandLine[0] ?? '')) && commandLine.includes('-D') && samePath(folder, data);
}

/**
 * @param {string} a
 * @param {string} b
 */
function samePath(a, b) {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

/**
 * Prepares a start: stops a server left running by an earlier launcher, and removes a pid file that names another program's process (pids are
 * few in a container and soon reused; PostgreSQL would refuse to start). Call it only while holding the lock of the data folder. Two servers on
 * one folder remain impossible: PostgreSQL also guards it by its shared memory.
 * @param {string} data
 */
export async function clearStaleServer(data) {
  const found = readPidFile(data);
  if (!found) return;
  const isOurs = () => startTimeOf(found.pid) !== null && servesData(commandLineOf(found.pid), data);
  for (const [name, patienceMs] of /** @type {const} */ ([
    ['SIGINT', 5_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 2_000],
  ])) {
    if (!isOurs()) break;
    signal(found.pid, name);
    for (const end = performance.now() + patienceMs; isOurs() && performance.now() < end;) await sleep(20);
  }
  if (!isPlainlyGone(found.pid)) rmSync(pidFile(data), { force: true });
}

/** @param {number} pid checked as PostgreSQL does; it removes the file of a dead pid itself, after its own checks */
function isPlainlyGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
