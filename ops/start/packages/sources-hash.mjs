import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Not sources: output, packages, and files that only tests read. */
const IGNORED = /(^|[\\/])(dist|node_modules|\.vite)([\\/]|$)|\.test\.tsx?$/;

/**
 * Returns the hash of all source files below the given folders, by name and content.
 * @param {string} root
 * @param {readonly string[]} sources folders and files below the root; those that do not exist count as empty
 * @param {RegExp} [only] which of a folder's files count; absent: all but tests and output
 */
export function sourcesHash(root, sources, only) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((name) => filesUnder(root, name, only))) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} name
 * @param {RegExp | undefined} only
 * @returns {string[]} sorted, relative to the root
 */
function filesUnder(root, name, only) {
  const full = path.join(root, name);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [name];
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(name, file))
    .filter((file) => !IGNORED.test(file) && (only?.test(file) ?? true) && statSync(path.join(root, file)).isFile())
    .sort();
}
