import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the start time of a process, which distinguishes it from a later one with the same pid. A zombie counts as exited.
 * @param {number} pid
 * @returns {string | null} null when no such process lives
 */
export function startTimeOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
      const [state, startedTicks] = [fields[0], fields[19]];
      return state === 'Z' || state === 'X' ? null : String(startedTicks);
    } catch {
      return null;
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null;
  }
  return process.platform === 'win32' ? 'alive' : ps('lstart', pid);
}

/**
 * @typedef {{ pid: number, born: string }} Identity
 * @param {number} pid
 * @returns {Identity}
 */
export function identify(pid) {
  return { pid, born: startTimeOf(pid) ?? '' };
}

/** @param {Partial<Identity> | null | undefined} identity */
export function isAlive(identity) {
  return Boolean(identity?.pid && identity.born && startTimeOf(identity.pid) === identity.born);
}

/**
 * Returns the program and arguments of a running process.
 * @param {number} pid
 * @returns {string[]} empty when it cannot be read
 */
export function commandLineOf(pid) {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    } catch {
      return [];
    }
  }
  return process.platform === 'win32' ? [] : (ps('command', pid) ?? '').split(' ').filter(Boolean);
}

/**
 * @param {string} field
 * @param {number} pid
 */
function ps(field, pid) {
  return spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || null;
}
