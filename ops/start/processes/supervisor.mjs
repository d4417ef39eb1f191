import { setTimeout as sleep } from 'node:timers/promises';
import { describeExit } from './child.mjs';
import { errorText } from '../setup-error.mjs';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran this long was healthy; its next exit resets the backoff. */
const WELL_AFTER_MS = 3_000;
/** How long an intentional restart waits for the old process. */
const RESTART_GRACE_MS = 3_000;

/**
 * @typedef {import('./child.mjs').Exit} Exit
 * @typedef {{ pid: number, exited: Promise<Exit>, stop: (graceMs: number) => Promise<Exit> }} Running
 * @typedef {object} Supervised
 * @property {string} name
 * @property {() => number} ends how often it exited by itself
 * @property {() => Promise<void>} restart restarts it at once, also during a backoff pause
 * @property {(graceMs: number) => Promise<void>} stop permanently; a second call with 0 kills the process at once
 *
 * Keeps one process running: starts it, and restarts it after an unexpected exit, with a backoff that doubles up to 5 s.
 * @param {object} process
 * @param {string} process.name
 * @param {() => Running | Promise<Running>} process.start
 * @param {(pid: number) => void} process.onStart
 * @param {(line: string) => void} process.report receives a line for every unexpected exit
 * @param {Running} [process.running] when it was started already
 * @returns {Supervised}
 */
export function superviseProcess({ name, start, onStart, report, running }) {
  /** @type {Running | undefined} */
  let current = running;
  /** @type {number | null} the grace period of a requested stop */
  let endGraceMs = null;
  let restarting = false;
  let ends = 0;
  let pause = FIRST_PAUSE_MS;
  let wake = new AbortController();

  /** Runs the process once and returns how it ended. */
  const once = async () => {
    try {
      current ??= await start();
      onStart(current.pid);
      if (endGraceMs !== null) void current.stop(endGraceMs); // the stop was requested during the start
      return describeExit(await current.exited);
    } catch (error) {
      // it may run although it could not be recorded, as on a full disk: another one must not start beside it
      await current?.stop(RESTART_GRACE_MS);
      return `could not be started: ${errorText(error)}`;
    } finally {
      current = undefined;
    }
  };

  const life = async () => {
    while (endGraceMs === null) {
      const began = performance.now();
      const end = await once();
      if (endGraceMs !== null) return;
      if (!restarting) {
        ends += 1;
        if (performance.now() - began > WELL_AFTER_MS) pause = FIRST_PAUSE_MS;
        report(`${name} ${end}; starting it again in ${pause / 1000} s`);
        wake = new AbortController();
        await sleep(pause, undefined, { signal: wake.signal }).catch(() => {});
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      restarting = false;
    }
  };
  const lived = life();

  return {
    name,
    ends: () => ends,
    restart: async () => {
      pause = FIRST_PAUSE_MS;
      if (!current) return wake.abort();
      restarting = true;
      await current.stop(RESTART_GRACE_MS);
    },
    stop: async (graceMs) => {
      endGraceMs = graceMs;
      wake.abort();
      await current?.stop(graceMs);
      await lived;
    },
  };
}
