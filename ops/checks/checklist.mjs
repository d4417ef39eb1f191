import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFiles } from './file-rules.mjs';

const TEST = /[.]test[.]tsx?$/;
/** A test whose ids are samples and prove nothing. */
const OWN_TEST = 'ops/checks/checklist.test.ts';
/** Row ids as a test may name them: 'AUTH-08', and 'BLD-03 to BLD-07' or 'BLD-03…07' for several. */
const ID = /\b([A-Z][A-Z0-9]*)-(\d{2})\b(?:\s*(?:…|–|to)\s*(?:\1-)?(\d{2})\b)?/g;

/**
 * @typedef {object} Row
 * @property {string} id area and number; never reused
 * @property {string} decision the decision (G… or A…) that overrides the row's text, or ''
 * @property {string} text
 */

/** @returns {Row[]} the committed list */
export function readChecklist() {
  return readFileSync(new URL('./checklist.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [id = '', decision = '', text = ''] = line.split('\t');
      return { id, decision, text };
    });
}

/**
 * Returns the ids in a test's text, with ranges expanded.
 * @param {string} text
 * @returns {string[]}
 */
export function namedIds(text) {
  return [...text.matchAll(ID)].flatMap(([, area, first, last]) => {
    const numbers = last && Number(last) > Number(first) ? Number(last) - Number(first) + 1 : 1;
    return Array.from({ length: numbers }, (_, step) => `${area}-${String(Number(first) + step).padStart(2, '0')}`);
  });
}

/**
 * Returns the test files whose ids count.
 * @param {readonly string[]} files paths from the repository's root, with slashes
 */
export const countedTests = (files) => files.filter((name) => TEST.test(name) && name !== OWN_TEST);

// npm run checklist: lists the rows that no test names, by area. It is only a report and always exits with 0.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '../..');
  const rows = readChecklist();
  const tests = countedTests(codeFiles(root));
  const named = new Set(tests.flatMap((name) => namedIds(readFileSync(path.join(root, name), 'utf8'))));
  const areas = new Set(rows.map((row) => areaOf(row.id)));
  for (const area of areas) {
    const all = rows.filter((row) => areaOf(row.id) === area);
    const open = all.filter((row) => !named.has(row.id));
    console.log(`${area}  ${all.length - open.length} of ${all.length} named`);
    for (const { id, decision, text } of open) console.log(`  ${id.padEnd(9)} ${decision.padEnd(4)} ${text}`);
  }
  const known = new Set(rows.map((row) => row.id));
  const strangers = [...named].filter((id) => !known.has(id) && areas.has(areaOf(id)));
  if (strangers.length > 0) console.log(`\nNamed by a test but not in the list: ${strangers.join(', ')}`);
  console.log(`\n${rows.filter((row) => named.has(row.id)).length} of ${rows.length} rows are named by one of ${tests.length} test files`);
}

/** @param {string} id */
function areaOf(id) {
  return id.slice(0, id.lastIndexOf('-'));
}
