import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeFiles } from './file-rules.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The files that show the claims: the public pages and the investors' downloads. */
const SHOWS =
  /^(contract\/(investors\/|endpoints)|(domain|api)\/investors\/|api\/routes|frontend\/src\/(documents|features\/(marketing|legal|investors)|pages\/landing-page)|ops\/checks\/)/;

it('HELP-04 G57 the claims are only shown: no certificate, invoice, export or rule reads them', () => {
  const readers = codeFiles(ROOT)
    .filter((name) => !/[.]test[.]/.test(name))
    .filter((name) => /contract\/investors\//.test(readFileSync(path.join(ROOT, name), 'utf8')));
  expect(readers.length).toBeGreaterThan(5);
  expect(readers.filter((name) => !SHOWS.test(name))).toEqual([]);
});
