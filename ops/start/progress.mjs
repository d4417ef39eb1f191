import { SetupError } from './setup-error.mjs';

/** After this long without news a running step says that it is still at it, in ms. */
const HEARTBEAT_MS = 5_000;

// A closed terminal or pipe must not stop the orderly stop.
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
 * Runs one step of the set-up and prints one line with its seconds; a long one also says every few seconds that it still runs.
 * @template T
 * @param {string} name
 * @param {(note: (text: string) => void) => Promise<T>} work `note` sets what the closing line says about the result
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = performance.now();
  let note = '';
  const heartbeat = setInterval(() => say(`  ${name.padEnd(10)} … ${seconds(started)}`), HEARTBEAT_MS);
  try {
    const result = await work((text) => (note = text));
    say(`  ${name.padEnd(10)} ${seconds(started).padStart(7)}  ${note}`.trimEnd());
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Prints why a command ends, plainly for what a person can put right and with the stack for our own mistakes.
 * @param {unknown} error
 */
export function printFailure(error) {
  if (error instanceof SetupError) for (const line of error.lines) console.error(line);
  else console.error(error);
}
