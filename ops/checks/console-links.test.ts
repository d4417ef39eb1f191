import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const textOf = (file: string) => readFileSync(file, 'utf8');

it('a mail or a notification leads operators to sections that the console has', () => {
  const sections = [...textOf('frontend/src/features/operator/parts/console-places.ts').matchAll(/\{ id: '([\w-]+)'/g)].map(
    ([, id]) => id!,
  );
  expect(sections).toContain('runs');
  const files = globSync('{contract,domain,workers}/**/*.ts').filter((file) => !/\.test\.|\/testing\//.test(file));
  const named = files.flatMap((file) => [...textOf(file).matchAll(/['`]\/operator\/([\w-]+)['`/?]/g)].map(([, id]) => `${file}: ${id!}`));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((one) => !sections.includes(one.split(': ')[1]!))).toEqual([]);
});
