import { SetupError } from './setup-error.mjs';

/** How long each step took, in the order of their ends. @type {Map<string, number>} */
const taken = new Map();

/** Returns how long each step took: `install 106 s, store 3 s`. Concurrent steps overlap. */
export const parts = () => [...taken].map(([name, ms]) => `${name} ${Math.round(ms / 1000)} s`).join(', ');

/** A step without output for this long prints that it is still running, in ms. */
const HEARTBEAT_MS = 5_000;

// A closed terminal or pipe must not interrupt the orderly shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** @param {number} sinceMs a performance.now() reading */
export function seconds(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/**
 * Runs one step of the set-up and prints one line with its duration; a long step also reports every few seconds that it is still running, and
 * what it waits for.
 * @template T
 * @param {string} name
 * @param {(note: (text: string) => void, waits: (text: string) => void) => Promise<T>} work `note` sets what the closing line says about the
 * result, `waits` what the lines before it say
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = performance.now();
  let note = '';
  let waits = '';
  const heartbeat = setInterval(() => say(`  ${name.padEnd(10)} … ${seconds(started)}  ${waits}`.trimEnd()), HEARTBEAT_MS);
  try {
    const result = await work(
      (text) => (note = text),
      (text) => (waits = text),
    );
    taken.set(name, performance.now() - started);
    say(`  ${name.padEnd(10)} ${seconds(started).padStart(7)}  ${note}`.trimEnd());
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Prints why a command failed: one plain line for what the user can fix, with the stack for bugs.
 * @param {unknown} error
 */
export function printFailure(error) {
  if (error instanceof SetupError) for (const line of error.lines) console.error(line);
  else console.error(error);
}
