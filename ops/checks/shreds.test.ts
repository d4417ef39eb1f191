import { expect, it } from 'vitest';
import { findShreds } from './shreds.mjs';

const file = (source: string, ...imports: string[]) => ({
  source,
  dependencies: imports.map((resolved) => ({ resolved: resolved.replace('lazily ', ''), dynamic: resolved.startsWith('lazily ') })),
});
const LONG = /-long[.]/;
const found = (...modules: ReturnType<typeof file>[]) => findShreds(modules, (name) => (LONG.test(name) ? 280 : 30));

it('names a short file that only one file imports, with advice', () => {
  expect(
    found(file('domain/a/use.ts', 'domain/a/b/part.ts'), file('domain/a/b/part.ts'), file('domain/a/use.test.ts', 'domain/a/b/part.ts')),
  ).toEqual(['domain/a/b/part.ts has 30 lines and only domain/a/use.ts imports it: move its contents there.']);
});

it('ignores files with another importer, long ones, lazily loaded ones, entries and those of another feature', () => {
  const others = file(
    'domain/a/use.ts',
    'domain/a/two.ts',
    'domain/a/part-long.ts',
    'lazily domain/a/later.ts',
    'domain/a/row.model.ts',
    'domain/b/other.ts',
  );
  const parts = others.dependencies.map(({ resolved }) => file(resolved));
  expect(
    found(others, ...parts, file('domain/a/more-long.ts', 'domain/a/two.ts'), file('domain/kinds.ts', 'domain/a/more-long.ts')),
  ).toEqual([]);
  expect(found(file('domain/a/use-long.ts', 'domain/a/part.ts'), file('domain/a/part.ts'))).toEqual([]);
});
