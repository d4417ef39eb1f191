import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { linksOf, pageNames } from './page-rules.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** Returns the pages that a page links to. */
const linkedFrom = (page: string) => linksOf(textOf(page)).map(({ link }) => path.posix.join(path.posix.dirname(page), link));

describe('docs/commands.md', () => {
  const commands = textOf('docs/commands.md');

  it('has every script of package.json', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    for (const name of Object.keys(scripts))
      expect
        .soft(new RegExp(`npm (?:run )?${name}\\b(?!-)`).test(commands), `docs/commands.md: say what \`npm run ${name}\` is for`)
        .toBe(true);
  });

  it.each([
    ['bench', 'ops/bench/bench.ts'],
    ['chaos', 'ops/chaos/chaos.ts'],
  ])('has every program of npm run %s', (command, list) => {
    const lines = commands.split('\n').filter((line) => line.includes(`npm run ${command}`));
    const programs = [...textOf(list).matchAll(/^  '?([a-z-]+)'?: (?:\{ file: )?'[.]/gm)].map(([, name]) => name!);
    expect(programs.length).toBeGreaterThan(10);
    for (const name of programs) {
      const isNamed = lines.some((line) => new RegExp(`npm run ${command}[^\`]*(?<![\\w-])${name}(?![\\w-])`).test(line));
      expect.soft(isNamed, `docs/commands.md: say what \`npm run ${command} -- ${name}\` is for`).toBe(true);
    }
  });
});

it('each page can be reached from another one', () => {
  const pages = pageNames(ROOT);
  const linked = new Set(pages.flatMap(linkedFrom));
  const docs = pages.filter((page) => /^docs\/[^/]+$/.test(page));
  expect(docs.length).toBeGreaterThan(20);
  for (const page of docs) expect.soft(linked.has(page), `no page links to ${page}: README.md has a table of them`).toBe(true);
});
