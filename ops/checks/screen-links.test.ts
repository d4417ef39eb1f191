import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isScreen } from '#contract/screens.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');
const files = globSync('{contract,domain,workers}/**/*.ts').filter((file) => !/\.test\.|\.factory\.|\/testing\//.test(file));
const found = (pattern: RegExp) =>
  files.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([, found]) => ({ file, found: found! })));

it('an email or a notification links operators to existing sections of the console', () => {
  const sections = [...textOf('frontend/src/features/operator/parts/console-places.ts').matchAll(/\{ id: '([\w-]+)'/g)].map(
    ([, id]) => id!,
  );
  expect(sections).toContain('runs');
  const named = found(/['`]\/operator\/([\w-]+)['`/?]/g);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((one) => !sections.includes(one.found))).toEqual([]);
});

it('every sent or stored address of the app leads to an existing screen', () => {
  const links = found(/\b(?:link|href): ['`](\/[^'`]*)['`]/g);
  expect(links.length).toBeGreaterThan(30);
  const pathOf = (link: string) => link.replaceAll(/\$\{[^}]*\}/g, 'x').split(/[?#]/)[0]!;
  expect(links.filter((one) => !isScreen(pathOf(one.found)))).toEqual([]);
});
