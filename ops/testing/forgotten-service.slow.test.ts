import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compilerOn, overlay, withLine } from './overlay.ts';
import { patience } from './slowness.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ROWS = 'contract/platform/ai-service-rows.ts';
/** The tables of protocols: what a protocol that no service uses yet lacks, according to docs/extending.md. */
const OF_A_PROTOCOL = [
  'domain/vendors/connections/try-connection.ts',
  'domain/vendors/llm/end-of-answer.ts',
  'domain/vendors/llm/profile/speak.test.ts',
  'domain/vendors/llm/profile/speak.ts',
  'ops/sandbox/server.ts',
  'ops/sandbox/testing/vendors.ts',
];

let folder = '';
let said = '';

/** Adds a fifth service with only its row; and a protocol that nobody uses. */
beforeAll(async () => {
  const lumen = readFileSync(path.join(ROOT, 'contract/platform/further-service.factory.ts'), 'utf8');
  const row = lumen
    .slice(lumen.indexOf('= {') + 2, lumen.lastIndexOf('};') + 1)
    .replaceAll(/lumen/gi, (word) => (word === 'LUMEN' ? 'UMBRA' : word === 'Lumen' ? 'Umbra' : 'umbra'));
  const rows = withLine(ROWS, 'export const AI_SERVICES = {', `  umbra: ${row},`);
  folder = overlay({ [ROWS]: rows.replace('export type Wire = ', "export type Wire = 'pigeon' | ") });
  for (const project of ['.', 'frontend', 'e2e']) said += await compilerOn(folder, project);
}, patience(900_000));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const errors = () => said.split('\n').filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
const placesOf = (lines: readonly string[]) => [...new Set(lines.map((line) => line.slice(0, line.indexOf('('))))].toSorted();

it('a further AI service compiles everywhere by its row alone', () => {
  expect(errors().filter((line) => !line.includes("'pigeon'") && !line.includes('pigeon'))).toEqual([]);
});

it('a further protocol does not compile without its line in each table of protocols', () => {
  expect(placesOf(errors().filter((line) => line.includes('pigeon')))).toEqual(OF_A_PROTOCOL);
});
