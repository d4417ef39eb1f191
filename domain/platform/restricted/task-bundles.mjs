import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Where restricted processes find their programs in one file each, so that a start reads neither hundreds of modules nor types:
 * `ops/start/packages/bundle-tasks.mjs` writes them for `npm start`, for tests and for the image. (Plain JavaScript: the launcher asks too.)
 */
export const TASK_BUNDLES = 'dist/tasks';
/** Not JSON by its name, which would restart what `npm run dev` runs. */
export const BUNDLED_FROM = '.bundled-from';

/**
 * @typedef {object} Bundled what `BUNDLED_FROM` holds
 * @property {string} folder of this bundle, in `TASK_BUNDLES`
 * @property {Record<string, string>} programs the file of each entry, by the path of its source
 * @property {Record<string, string>} inputs hashes of all that was bundled, by path: a package's by its package.json
 */

/**
 * Returns the bundle of each entry, by the path of its source. Empty when there are none, or one is of other sources: who starts one then
 * runs the sources.
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
