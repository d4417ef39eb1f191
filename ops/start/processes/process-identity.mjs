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

/** Ticks of a second in Linux's /proc. */
const TICKS = 100;

/**
 * Returns the processor time that a process has taken, in ms.
 * @param {number} pid
 * @returns {number | null} null where it cannot be read, as on Windows
 */
export function processorTimeOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || process.platform === 'win32') return null;
  if (process.platform === 'linux') {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
      return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
    } catch {
      return null;
    }
  }
  const time = ps('time', pid);
  return time === null ? null : clockMs(time);
}

/** @param {string} clock as `ps` writes processor time: [days-][hours:]minutes:seconds, with hundredths on macOS */
export function clockMs(clock) {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = clock.split(/[-:]/).map(Number).toReversed();
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
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
