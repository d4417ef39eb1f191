import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../processes/child.mjs';
import { SetupError } from '../setup-error.mjs';
import { sourcesHash } from './sources-hash.mjs';

/** Everything the browser bundle is built from. */
export const SOURCES = ['frontend', 'contract', 'package.json', 'package-lock.json'];
const OUTPUT = path.join('frontend', 'dist');
// Inside the output folder, which Vite empties first: an interrupted build leaves no stamp.
const STAMP = path.join(OUTPUT, '.sources');

/** @param {string} root */
export function needsBuild(root) {
  const stamp = path.join(root, STAMP);
  return (
    !existsSync(path.join(root, OUTPUT, 'index.html')) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesHash(root, SOURCES)
  );
}

/**
 * Builds the frontend into frontend/dist.
 * @param {string} root
 * @param {string} node path of the Node that runs the product
 * @param {(child: import('../processes/child.mjs').Child) => void} onStart
 */
export async function build(root, node, onStart) {
  const hash = sourcesHash(root, SOURCES); // before the build: a change during it must cause another build
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await runNode({
    node,
    script: vite,
    args: ['build', 'frontend', '--logLevel', 'warn'],
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    onStart,
  });
  if (code !== 0) throw new SetupError(['The frontend could not be built:', ...output.split('\n').slice(-20)]);
  writeFileSync(path.join(root, STAMP), hash);
}

/**
 * Bundles the programs of restricted processes (`bundle-tasks.mjs`), or says why it could not.
 * @param {string} root
 * @param {string} node path of the Node that runs the product
 * @param {(child: import('../processes/child.mjs').Child) => void} onStart
 * @param {(text: string) => void} note
 */
export async function bundleTasks(root, node, onStart, note) {
  const script = path.join(root, 'ops/start/packages/bundle-tasks.mjs');
  const { code, output } = await runNode({ node, script, cwd: root, env: process.env, onStart });
  if (code !== 0) note(['not bundled: whatever reads files of strangers starts slowly', ...output.split('\n').slice(-20)].join('\n'));
}
