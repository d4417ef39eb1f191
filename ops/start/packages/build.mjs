import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from '../processes/child.mjs';
import { SetupError } from '../setup-error.mjs';

/** Everything the browser bundle is built from. */
const SOURCES = ['frontend', 'contract', 'package.json', 'package-lock.json'];
const IGNORED = /(^|[\\/])(dist|node_modules|\.vite)([\\/]|$)|\.test\.tsx?$/;
const OUTPUT = path.join('frontend', 'dist');
// Inside the output folder, which Vite empties first: an interrupted build leaves no stamp.
const STAMP = path.join(OUTPUT, '.sources');

/**
 * Hashes all sources of the frontend, by name and content.
 * @param {string} root
 */
export function sourcesHash(root) {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesUnder(root, name))) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string[]} sorted, relative to the root
 */
function filesUnder(root, name) {
  const full = path.join(root, name);
  if (!existsSync(full)) return [];
  if (path.extname(name) === '.json') return [name];
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(name, file))
    .filter((file) => !IGNORED.test(file) && statSync(path.join(root, file)).isFile())
    .sort();
}

/** @param {string} root */
export function needsBuild(root) {
  const stamp = path.join(root, STAMP);
  return !existsSync(path.join(root, OUTPUT, 'index.html')) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesHash(root);
}

/**
 * Builds the frontend into frontend/dist.
 * @param {string} root
 * @param {string} node path of the Node that runs the product
 * @param {(child: import('../processes/child.mjs').Child) => void} onStart
 */
export async function build(root, node, onStart) {
  const hash = sourcesHash(root); // before the build: a change during it must cause another build
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
