// Size of the initially loaded JavaScript, in kB (1000 bytes) gzip: of the app by Vite's manifest, of the landing page by its document.
// usage: node ops/checks/bundle-size.mjs [dist folder]     exit 1 when the AI Builder or the landing page is over its budget.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The budget of the first signed-in screen, kB gzip: 302 with the acts that wait on the device and the ready courses. */
export const BUDGET_KB = 304;
/** The budget of the landing page before any interaction, kB gzip. */
export const LANDING_BUDGET_KB = 30;
const ENTRY = 'index.html';
const SHELL = 'src/app/shell/shell.tsx';
const BUILDER = 'src/pages/builder-page.tsx';

/**
 * Returns all files that must load before the given chunks run: themselves and their static imports.
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
 * Returns rows of `{route, kb}`, and whether the builder is within its budget.
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

/**
 * Returns rows of `{language, kb}`: the texts that readers of other languages fetch before the first screen.
 * @param {string} dist
 */
export function measureTexts(dist) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  return Object.keys(manifest)
    .filter((key) => /^src\/lib\/texts\/\w+\.po$/.test(key))
    .map((key) => ({ language: key.slice('src/lib/texts/'.length, -'.po'.length), kb: gzipped(join(dist, manifest[key].file)) / 1000 }));
}

/**
 * Returns kB gzip of the scripts a static document loads by itself: those it names, and their static imports.
 * @param {string} dist
 * @param {string} name
 */
export function measureDocument(dist, name) {
  const html = readFileSync(join(dist, 'documents', `${name}.html`), 'utf8');
  const files = new Set();
  const visit = (/** @type {string} */ address) => {
    if (files.has(address)) return;
    files.add(address);
    const code = readFileSync(join(dist, address), 'utf8');
    for (const [, imported] of code.matchAll(/(?:^|;)import(?:[^"'()]*from)?["']([^"']+)["']/g)) {
      visit(new URL(imported ?? '', new URL(address, 'http://dist/')).pathname);
    }
  };
  for (const [, address] of html.matchAll(/<script[^>]* src="([^"]+)"/g)) visit(address ?? '');
  return [...files].reduce((sum, file) => sum + gzipped(join(dist, file)), 0) / 1000;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = process.argv[2] ?? fileURLToPath(new URL('../../frontend/dist', import.meta.url));
  const { rows, builder } = measure(dist);
  for (const { page, kb, files } of rows) {
    console.log(`${kb.toFixed(1).padStart(7)} kB gzip  ${String(files.length).padStart(3)} files  ${page.replace('src/pages/', '')}`);
  }
  for (const { language, kb } of measureTexts(dist)) {
    console.log(`${kb.toFixed(1).padStart(7)} kB gzip  texts in ${language}, in addition, for its readers`);
  }
  const landing = measureDocument(dist, 'landing');
  console.log(`${landing.toFixed(1).padStart(7)} kB gzip  landing page, before any interaction`);
  if (landing > LANDING_BUDGET_KB) {
    console.error(
      `The landing page runs ${landing.toFixed(1)} kB of JavaScript before any interaction; its budget is ${LANDING_BUDGET_KB} kB.`,
    );
    process.exitCode = 1;
  }
  if (builder.kb > BUDGET_KB) {
    console.error(`The AI Builder needs ${builder.kb.toFixed(1)} kB of JavaScript; its budget is ${BUDGET_KB} kB.`);
    for (const file of builder.files) console.error(`  ${(gzipped(join(dist, file)) / 1000).toFixed(1).padStart(6)}  ${file}`);
    process.exit(1);
  }
}
