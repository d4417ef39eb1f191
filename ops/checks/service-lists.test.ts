import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aiService, SERVICES, type AiServiceRow } from '#contract/platform/ai-services.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const linesOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8').split('\n');
const rows = SERVICES.map(aiService);

/** The rows of a page's tables that list a variable per service, by the variables' endings, with the services that have it. */
const VARIABLES: readonly (readonly [ending: string, beginning: (row: AiServiceRow) => string | null])[] = [
  ['_API_KEY', ({ environment }) => environment.vendor],
  ['_BASE_URL', ({ environment }) => environment.vendor],
  ['_MODEL', ({ environment }) => environment.own],
  ['_SPEECH_MODEL', ({ environment, speech }) => (speech ? environment.own : null)],
  ['_VOICE_MODEL', ({ environment, speech }) => (speech ? environment.own : null)],
];

/** Numbers as words in a sentence. */
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

describe('pages that list the AI services have those of the registry', () => {
  it.each(VARIABLES)('docs/configuration.md: the row of variables that end in %s', (ending, beginningOf) => {
    const wanted = rows.flatMap((row) => beginningOf(row) ?? []).map((beginning) => `${beginning}${ending}`);
    // the row with the first of them; other rows can name a single service's variable
    const cells = linesOf('docs/configuration.md').map((line) => line.split('|')[1] ?? '');
    const named = cells.map((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!));
    const row = named.find((names) => names.includes(wanted[0]!)) ?? [];
    expect(row.toSorted(), `docs/configuration.md: this row of the table lists ${wanted.join(', ')}`).toEqual(wanted.toSorted());
  });

  it('README.md: how many there are, and their names', () => {
    const text = linesOf('README.md').join(' ');
    const [, number, names = ''] = /\b(\w+) AI services \(([^)]*)\)/.exec(text) ?? [];
    const labels = rows.map(({ label }) => label).toSorted();
    const wanted = `${NUMBERS[labels.length]} AI services (${labels.join(', ')})`;
    expect([number, names.split(', ').toSorted()], `README.md: write “${wanted}” in its first sentence`).toEqual([
      NUMBERS[labels.length],
      labels,
    ]);
  });
});

/** How many services there are, in words. `byServiceCount` says it of the specification's four only (`all`). */
const COUNTED = new RegExp(`(?<!up to )\\b${NUMBERS[rows.length]} (?:\\w+ ){0,2}(?:services|mentors)\\b`, 'gi');
const OF_FOUR = /\ball: t\(\s*'[^']*'/g;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;

it('texts of the interface do not say how many AI services there are, except by byServiceCount', () => {
  const files = globSync(['frontend/src/**/*.{ts,tsx}', 'frontend/public/*.webmanifest'], { cwd: ROOT });
  const texts = files.filter((name) => !/[.](?:test|factory)[.]tsx?$|\/(?:kit|testing)\//.test(name));
  expect(texts.length).toBeGreaterThan(500);
  const found = texts.flatMap((name) => {
    const text = linesOf(name).join('\n').replaceAll(COMMENT, '').replaceAll(OF_FOUR, '');
    return [...text.matchAll(COUNTED)].map(([words]) => `${name}: ${words}`);
  });
  expect(found).toEqual([]);
});
