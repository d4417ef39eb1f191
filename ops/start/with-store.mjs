// Runs a script under the pinned Node with a database: with-store.mjs [--no-store] <script.ts> arguments… Uses the store of a running launcher;
// otherwise starts the embedded one for the duration of the script. `--schema` is read from an empty one, which ends with the script.
import './require-node-20.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPath, exitOf } from './processes/child.mjs';
import { lockDataDir } from './data-dir.mjs';
import { openStore } from './store/open-store.mjs';
import { startStore } from './store/start-store.mjs';
import { ensurePackages, ensureTasks } from './packages/packages.mjs';
import { isRunning, readRecord } from './run-record.mjs';
import { SetupError } from './setup-error.mjs';
import { readSettings } from './settings.mjs';
import { printFailure } from './progress.mjs';

const LAUNCHER_STARTS_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;

const root = startPath('../..');
const [first, ...rest] = process.argv.slice(2);
const withoutStore = first === '--no-store';
const [script = '', ...args] = withoutStore ? rest : process.argv.slice(2);
/** The description of migrations uses an empty store, whatever is installed. */
const isOfEmptyStore = args.includes('--schema');

// Ctrl-C reaches the script directly; this process waits for its exit, to clean up afterwards.
process.on('SIGINT', () => {});

try {
  process.exitCode = await main();
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

async function main() {
  const settings = readSettings(process.env, root, { needs: withoutStore || isOfEmptyStore ? 'nothing' : 'store' });
  const node = await ensurePackages(root, () => {});
  await ensureTasks(root, node, () => {});
  const running = readRecord(settings.dataDir);
  const { url, release, dataDir = settings.dataDir } = await storeFor(settings);
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) };
  if (isRunning(running)) {
    env.PORT ??= String(running?.ports.PORT);
    env.PUBLIC_ORIGIN ??= running?.address;
  }
  try {
    const child = spawn(node, [path.join(root, script), ...args], { cwd: root, env, stdio: 'inherit' });
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    const { code } = await exitOf(child);
    return code ?? 1;
  } finally {
    await release();
  }
}

/**
 * @typedef {object} Borrowed
 * @property {string | null} url
 * @property {() => Promise<void>} release
 * @property {string} [dataDir] where it is not that of the settings
 */

/**
 * @param {import('./settings.mjs').Settings} settings
 * @returns {Promise<Borrowed>}
 */
async function storeFor(settings) {
  if (withoutStore) return { url: null, release: async () => {} };
  return isOfEmptyStore ? emptyStore() : borrowStore(settings);
}

/** @returns {Promise<Borrowed>} */
async function emptyStore() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'coursewright-schema-'));
  const { url, stop } = await startStore({ dir: dataDir, ephemeral: true });
  return { url, release: stop, dataDir };
}

/**
 * @param {import('./settings.mjs').Settings} settings
 * @returns {Promise<Borrowed>}
 */
async function borrowStore({ databaseUrl, dataDir }) {
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  if (isRunning(readRecord(dataDir))) return { url: await storeOfLauncher(dataDir), release: async () => {} };
  refuseToBegin(dataDir);
  const giveBack = lockDataDir(dataDir, `npm run ${process.env.npm_lifecycle_event ?? path.basename(script)}`);
  try {
    const store = await openStore(root, dataDir);
    const server = await store.start();
    return {
      url: server.url,
      release: async () => {
        await server.stop(STOP_WITHIN_MS);
        giveBack();
      },
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}

/**
 * Refuses to create a store: scripts work on an existing installation, and a mistyped DATA_DIR must not create an empty one beside it.
 * @param {string} dataDir
 */
function refuseToBegin(dataDir) {
  if (existsSync(path.join(dataDir, 'secrets', 'postgres-password'))) return;
  throw new SetupError(`There is no database in ${dataDir}: \`npm start\` creates one, or name one with DATA_DIR=… or DATABASE_URL=….`);
}

/** @param {string} dataDir */
async function storeOfLauncher(dataDir) {
  for (const giveUp = performance.now() + LAUNCHER_STARTS_WITHIN_MS; performance.now() < giveUp; await sleep(100)) {
    const record = readRecord(dataDir);
    if (!isRunning(record)) break;
    if (record?.databaseUrl) return record.databaseUrl;
  }
  throw new SetupError(`\`npm start\` on ${dataDir} has not started its database yet: see its output.`);
}
