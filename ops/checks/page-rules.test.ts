import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeCode, judgePage, readRepository } from './page-rules.mjs';

const repository = {
  files: ['domain/bees/hive.commands.ts', 'docs/bees.md', 'migrations/0100_accounts.ts'],
  paths: new Set(['domain/bees', 'hive.commands.ts', 'domain/bees/hive.commands.ts', 'docs/bees.md', 'bees.md', '0100_accounts.ts']),
  scripts: new Set(['bench', 'end-keys']),
  decisions: new Set(['G17', 'A34', '0009']),
};
const onPage = (text: string, name = 'docs/honey.md') => judgePage({ name, text }, repository).map(({ says }) => says);
const inCode = (text: string) => judgeCode({ name: 'domain/bees/hive.commands.ts', text }, repository).map(({ says }) => says);

describe('a page', () => {
  it.each([
    ['`hive.command.ts` opens it.', 'names hive.command.ts'],
    ['`domain/bees/hive.ts:12` opens it.', 'names domain/bees/hive.ts:12'],
    ['`npm test -- domain/wasps`', 'names domain/wasps'],
    ['Its row (`0200_bees.ts` …)', 'names 0200_bees.ts'],
    ['A span may go on (`npm test --\ndomain/wasps -u`).', 'names domain/wasps'],
    ['[wasps](wasps.md#sting)', 'links to wasps.md'],
    ['`npm run stings -- 3`', 'names `npm run stings`'],
    ['```sh\nnpm run stings\n```', 'names `npm run stings`'],
    ['Free (G99), and as in decision 0099', 'cites G99'],
    ['as [0099] says', 'cites [0099]'],
  ])('is refused for what it names and nobody has: %s', (text, says) => {
    expect(onPage(text)[0]).toContain(says);
  });

  it.each([
    '`hive.commands.ts`, `domain/bees/`, `npm test -- domain/bees/hive docs/bees` and [bees](bees.md#honey)',
    'Migrations (`0100_accounts.ts` …) and placeholders: `domain/<feature>/<noun>.queries.ts`, `*.kind.ts`, `.task.ts`',
    '`npm run bench -- cards`, and `npm run end-keys`: see G17, A34, decision 0009 and (0009)',
    '```sh\ncat /backups/a.md old.ts\n```',
    'An example of a link: `[a](b)`; elsewhere: [wasps](https://example.com/wasps.md)',
  ])('may name what there is: %s', (text) => {
    expect(onPage(text)).toEqual([]);
  });

  it('of changes tells of files that are gone, but of no link to them', () => {
    expect(onPage('`hive.command.ts` is gone.', 'CHANGELOG.md')).toEqual([]);
    expect(onPage('[gone](docs/wasps.md)', 'CHANGELOG.md')).toHaveLength(1);
  });
});

describe('code', () => {
  it.each([
    ['/** As `hive.command.ts` does. */', 'names hive.command.ts'],
    ['// of two lines\n// (`wasps.ts`)', 'names wasps.ts'],
    ["it('A99 stings', () => {});", 'cites A99'],
    ['/** In cents (0099). */', 'cites (0099)'],
    ["const mend = 'Run `npm run stings`.';", 'names `npm run stings`'],
  ])('is refused for what it names and nobody has: %s', (text, says) => {
    expect(inCode(text)[0]).toContain(says);
  });

  it.each([
    '// npm run bench: prints them',
    "const arc = 'M160 28 A72 72 0 0 1 216 55'; // a drawing, no decision",
    "import { sting } from 'wasps.ts'; // the compiler looks at imports",
    '/** As decisions say (A34, G17). */',
  ])('may say %s', (text) => {
    expect(inCode(text)).toEqual([]);
  });
});

it('the repository has its files by every end of their paths, its scripts and its decisions', () => {
  const real = readRepository(path.resolve(import.meta.dirname, '../..'));
  for (const name of ['page-rules.mjs', 'checks/page-rules.mjs', 'ops/checks', '.ci']) expect.soft(real.paths.has(name), name).toBe(true);
  expect(real.paths.has('rules.mjs')).toBe(false);
  expect(real.scripts.has('bench')).toBe(true);
  for (const decision of ['G17', 'A34', '0044']) expect.soft(real.decisions.has(decision), decision).toBe(true);
});
