import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '..', 'src');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(SOURCES, file), 'utf8') }));

it('a styled plain element is given attributes alone, for the list of their names is left out of the build', () => {
  expect(sources.length).toBeGreaterThan(100);
  // own properties would be declared after the tag: styled('div')<{ isOpen: boolean }>
  const withOwn = sources.filter(({ text }) => /styled\(\s*'[a-z]\w*'[^)]*\)\s*</.test(text));
  expect(withOwn.map(({ file }) => file)).toEqual([]);
});
