import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const EXIT_WITH_PARENT = new URL('./exit-with-parent.mjs', import.meta.url).href;

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 * @typedef {object} Child a running program
 * @property {number} pid
 * @property {Promise<Exit>} exited
 * @property {(graceMs: number) => Promise<Exit>} stop sends SIGTERM, and kills it after the grace period
 *
 * Starts a Node program that exits with the launcher, even if that is killed. The terminal's Ctrl-C does not reach it, so that the launcher
 * alone decides the order of shutdown.
 * @param {object} program
 * @param {string} program.node the Node to run it with
 * @param {string} program.script
 * @param {string[]} [program.args]
 * @param {string} program.cwd
 * @param {NodeJS.ProcessEnv} program.env
 * @param {(line: string) => void} program.onLine receives each line of output
 * @returns {Child}
 */
export function startNode({ node, script, args = [], cwd, env, onLine }) {
  const child = spawn(node, ['--import', EXIT_WITH_PARENT, script, ...args], {
    cwd,
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  for (const output of [child.stdout, child.stderr]) createInterface({ input: output }).on('line', onLine);
  const exited = exitOf(child);
  return {
    pid: child.pid ?? 0,
    exited,
    stop: async (graceMs) => {
      if (process.platform === 'win32') child.stdin.end();
      else signal(child.pid, 'SIGTERM');
      const ended = await Promise.race([exited, sleep(graceMs, null, { ref: false })]);
      if (!ended) signal(process.platform === 'win32' ? child.pid : -(child.pid ?? 0), 'SIGKILL');
      return exited;
    },
  };
}

/**
 * Runs a Node program until it exits.
 * @param {Omit<Parameters<typeof startNode>[0], 'onLine'> & { onStart?: (child: Child) => void }} program
 * @returns {Promise<Exit & { output: string }>}
 */
export async function runNode({ onStart, ...program }) {
  /** @type {string[]} */
  const lines = [];
  const child = startNode({ ...program, onLine: (line) => lines.push(line) });
  onStart?.(child);
  const exit = await child.exited;
  return { ...exit, output: lines.join('\n') };
}

/**
 * Waits until a child process has exited and its output is read to the last line; one that could not be started has code 127.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<Exit>}
 */
export function exitOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('exit', (code, by) => {
      // A grandchild may keep the output open for ever; half a second suffices for output written before the exit.
      const late = setTimeout(() => resolve({ code, signal: by }), 500);
      child.once('close', () => {
        clearTimeout(late);
        resolve({ code, signal: by });
      });
    });
  });
}

/**
 * @param {number | undefined} pid negative for its whole group
 * @param {NodeJS.Signals} name
 */
export function signal(pid, name) {
  try {
    if (pid) process.kill(pid, name);
  } catch {
    // Already exited.
  }
}

/** @param {Exit} exit */
export function describeExit({ code, signal: by }) {
  return by ? `ended by ${by}` : `ended with code ${code}`;
}

/** @param {string} name a file below ops/start */
export const startPath = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
