import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Folder of restricted processes' programs, each bundled into one file, so that a start reads neither hundreds of modules nor types.
 * `ops/start/packages/bundle-tasks.mjs` writes them for `npm start`, for tests and for the image. (Plain JavaScript, because the launcher
 * reads it too.)
 */
export const TASK_BUNDLES = 'dist/tasks';
/** Named without `.json`, which would restart `npm run dev`. */
export const BUNDLED_FROM = '.bundled-from';

/**
 * @typedef {object} Bundled the content of `BUNDLED_FROM`
 * @property {string} folder of this bundle, in `TASK_BUNDLES`
 * @property {Record<string, string>} programs the file of each entry, by the path of its source
 * @property {Record<string, string>} inputs hashes of all bundled sources, by path: for a package, of its package.json
 */

/**
 * Returns the bundle of each entry, by the path of its source. Empty when there are no bundles, or one was made from other sources: the
 * caller then runs the sources.
 * @param {string} root
 * @returns {ReadonlyMap<string, string>}
 */
export function readTaskBundles(root) {
  try {
    /** @type {Bundled} */
    const { folder, programs, inputs } = JSON.parse(readFileSync(path.join(root, TASK_BUNDLES, BUNDLED_FROM), 'utf8'));
    if (Object.entries(inputs).some(([file, hash]) => hashOf(path.join(root, file)) !== hash)) return new Map();
    return new Map(Object.entries(programs).map(([source, file]) => [source, path.join(root, TASK_BUNDLES, folder, file)]));
  } catch {
    return new Map();
  }
}

/** @param {string} file */
export const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('base64url');
