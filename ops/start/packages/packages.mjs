import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { readTaskBundles } from '#domain/platform/restricted/task-bundles.mjs';
import { build, bundleTasks, needsBuild } from './build.mjs';
import { generate, staleFiles } from './generated.mjs';
import { install, needsInstall } from './install.mjs';
import { waitForLock } from '../lock.mjs';
import { findNode } from './find-node.mjs';
import { say, step } from '../progress.mjs';

/** @typedef {(child: import('../processes/child.mjs').Child) => void} OnStart receives the program a step runs, so that Ctrl-C can stop it */

/**
 * Installs the packages unless node_modules matches the lockfile.
 * @param {string} root
 * @param {OnStart} onStart
 * @returns {Promise<string>} the path of the Node that runs the product
 */
export async function ensurePackages(root, onStart) {
  if (needsInstall(root)) {
    await alone(root, async () => {
      if (needsInstall(root)) await step('install', () => install(root, onStart));
    });
  }
  return findNode(root);
}

/**
 * Builds the frontend if its sources changed.
 * @param {string} root
 * @param {string} node
 * @param {OnStart} onStart
 */
export async function ensureBuild(root, node, onStart) {
  if (!needsBuild(root)) return;
  await alone(root, async () => {
    if (needsBuild(root)) await step('build', () => build(root, node, onStart));
  });
}

/**
 * Makes the files that are made from the code and are not in the repository, unless their sources are unchanged: the types of the client and
 * the index.
 * @param {string} root
 * @param {string} node
 * @param {OnStart} [onStart]
 * @throws {SetupError} when one cannot be made
 */
export async function ensureGenerated(root, node, onStart) {
  const stale = staleFiles(root);
  if (stale.length === 0) return;
  await step('generate', async (note) => {
    note(stale.map(({ file }) => file).join(', '));
    await generate(root, node, stale, onStart);
  });
}

/**
 * Bundles the programs of restricted processes if their sources changed. Where that fails they run the sources, which takes longer.
 * @param {string} root
 * @param {string} node
 * @param {OnStart} onStart
 * @returns {Promise<boolean>} whether they are bundled
 */
export async function ensureTasks(root, node, onStart) {
  const isBundled = () => readTaskBundles(root).size > 0;
  if (isBundled()) return true;
  await alone(root, async () => {
    if (!isBundled()) await step('tasks', (note) => bundleTasks(root, node, onStart, note));
  });
  return isBundled();
}

/**
 * Holds a lock, because two starts from one checkout (each with its own DATA_DIR) must not install or build at the same time.
 * @param {string} root
 * @param {() => Promise<void>} work
 */
async function alone(root, work) {
  const name = `coursewright-${process.getuid?.() ?? 0}-${createHash('sha256').update(root).digest('hex').slice(0, 12)}.lock`;
  const release = await waitForLock(path.join(os.tmpdir(), name), 'npm', ({ pid }) =>
    say(`  another start (process ${pid}) is preparing this checkout; waiting`),
  );
  try {
    await work();
  } finally {
    release();
  }
}
