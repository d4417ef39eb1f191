import { openStore } from './open-store.mjs';
import { superviseProcess } from '../processes/supervisor.mjs';
import { say, step } from '../progress.mjs';

/** Every client stops before the store does, so it has little left to do. In ms. */
const GRACE_MS = 10_000;
const HARD_GRACE_MS = 2_000;

/**
 * Starts the embedded store and keeps it running, at the same address.
 * @param {string} root
 * @param {string} dataDir
 * @param {ReturnType<typeof import('../cleanup.mjs').cleanupStack>} undo receives the stop before anything is started
 * @param {(pid: number) => void} onStart
 * @returns {Promise<string>} the database URL
 */
export async function superviseStore(root, dataDir, undo, onStart) {
  const opening = (async () => {
    const store = await openStore(root, dataDir);
    return { ...store, running: await store.start() };
  })();
  /** @type {import('../processes/supervisor.mjs').Supervised | undefined} */
  let supervised;
  undo.push(async (hard) => {
    const opened = await opening.catch(() => null);
    await (supervised ?? opened?.running)?.stop(hard ? HARD_GRACE_MS : GRACE_MS);
  });
  return step('store', async (note) => {
    const { running, start, made, notices } = await opening;
    supervised = superviseProcess({ name: 'store', start, running, onStart, report: (line) => say(`  ${line}`) });
    for (const notice of notices) say(`  ${notice}`);
    note(made ? 'new PostgreSQL 18' : 'PostgreSQL 18');
    return running.url;
  });
}
