import './require-node-20.mjs';
import { startPath } from './processes/child.mjs';
import { launch } from './launch.mjs';
import { onNpmExit } from './processes/watch-npm.mjs';
import { readSettings } from './settings.mjs';
import { say, printFailure } from './progress.mjs';
import { cleanupStack } from './cleanup.mjs';

/** npm forwards a Ctrl-C that the terminal has already sent: within this time both count as one. In ms. */
const SAME_KEYPRESS_MS = 500;
const KILLED_PATIENCE_MS = 6_000;

const undo = cleanupStack();
const stopping = new AbortController();
let hurried = false;
let stopAskedAt = 0;

/**
 * Stops everything in order and exits. The second call kills everything at once.
 * @param {string} reason
 * @param {number} [code]
 */
async function stop(reason, code = 0) {
  if (stopping.signal.aborted) {
    if (performance.now() - stopAskedAt < SAME_KEYPRESS_MS || hurried) return;
    hurried = true;
    say('  stopping at once');
    undo.hurry();
    return;
  }
  stopAskedAt = performance.now();
  stopping.abort();
  if (reason) say(`  ${reason}: stopping in order (again: at once)`);
  await undo.run();
  if (reason) say('  stopped');
  process.exit(code);
}

process.on('SIGINT', () => void stop('Ctrl-C'));
process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGHUP', () => void stop('the terminal closed'));
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    printFailure(error);
    void stop('the launcher failed', 1);
  });
}

onNpmExit((how) => {
  void stop(how === 'asked' ? 'npm was stopped' : 'npm was killed');
  // A killed npm does not wait for a graceful shutdown.
  if (how === 'killed') setTimeout(() => undo.hurry(), KILLED_PATIENCE_MS).unref();
});

try {
  const settings = readSettings(process.env, startPath('../..'), { watch: process.argv.includes('--watch') });
  await launch(settings, undo, stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) {
    printFailure(error);
    await stop('', 1);
  }
}
