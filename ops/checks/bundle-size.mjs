// Size of the JavaScript a signed-in person waits for, in kB (1000 bytes) gzip, read from Vite's manifest.
// usage: node ops/checks/bundle-size.mjs [dist folder]     exit 1 when the AI Builder is over its budget.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The budget of the first signed-in screen, kB gzip. */
export const BUDGET_KB = 180;
const ENTRY = 'index.html';
const SHELL = 'src/app/shell/shell.tsx';
const BUILDER = 'src/pages/builder-page.tsx';

/**
 * All files that must be there before the given chunks run: themselves and their static imports.
 * @param {Record<string, { file: string, imports?: string[] }>} manifest
 * @param {string[]} keys
 * @returns {Set<string>}
 */
export function closureOf(manifest, keys) {
  const files = new Set();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no chunk '${key}'. Was the frontend built with this script's file names?`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const needed of chunk.imports ?? []) visit(needed);
  };
  keys.forEach(visit);
  return files;
}

const gzipped = (/** @type {string} */ path) => gzipSync(readFileSync(path), { level: 9 }).length;

/**
 * Rows of `{route, kb}`, and whether the builder is within its budget.
 * @param {string} dist
 */
export function measure(dist) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const pages = Object.keys(manifest)
    .filter((key) => key.startsWith('src/pages/'))
    .sort();
  const rows = pages.map((page) => {
    const isPublic = /\/(landing|sign-in|not-found)-page/.test(page);
    const files = [...closureOf(manifest, isPublic ? [ENTRY, page] : [ENTRY, SHELL, page])].filter((file) => file.endsWith('.js'));
    return { page, files, kb: files.reduce((sum, file) => sum + gzipped(join(dist, file)), 0) / 1000 };
  });
  const builder = rows.find((row) => row.page === BUILDER);
  if (!builder) throw new Error(`The manifest has no ${BUILDER}`);
  return { rows, builder };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = process.argv[2] ?? fileURLToPath(new URL('../../frontend/dist', import.meta.url));
  const { rows, builder } = measure(dist);
  for (const { page, kb, files } of rows) {
    console.log(`${kb.toFixed(1).padStart(7)} kB gzip  ${String(files.length).padStart(3)} files  ${page.replace('src/pages/', '')}`);
  }
  if (builder.kb > BUDGET_KB) {
    console.error(`The AI Builder needs ${builder.kb.toFixed(1)} kB of JavaScript; its budget is ${BUDGET_KB} kB.`);
    for (const file of builder.files) console.error(`  ${(gzipped(join(dist, file)) / 1000).toFixed(1).padStart(6)}  ${file}`);
    process.exit(1);
  }
}
