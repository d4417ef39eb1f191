import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/attacks.md', ROOT), 'utf8');

it('every row of docs/attacks.md names tests, which exist', () => {
  const rows = page.split('\n').filter((line) => /^\| (?!Subject)/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const named = [
      ...row
        .split('|')
        .at(-2)!
        .matchAll(/`([^`]+)`/g),
    ].map(([, name]) => name!);
    expect(named.length, row.slice(0, 60)).toBeGreaterThan(0);
    expect(named.filter((name) => !/[.]test[.]tsx?$/.test(name) || !existsSync(new URL(name, ROOT)))).toEqual([]);
  }
});
