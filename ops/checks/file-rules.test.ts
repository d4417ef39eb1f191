import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { adviseOnSizes, codeFiles, judgeFile } from './file-rules.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOCUS = 'only';

describe('a file', () => {
  it.each([
    ['with the suffix of another room', 'domain/a/a.routes.ts', '', /[.]routes files belong to api/],
    ['with a command of another name', 'domain/a/write-note.command.ts', 'export function createNote() {}', /exports no writeNote/],
    ['that reads the environment', 'domain/a/a.queries.ts', 'const port = process.env.PORT;', /reads process.env/],
    ['that imports the environment', 'api/main.ts', "import { env } from 'node:process';", /reads process.env/],
    ['that states a price', 'frontend/src/pages/plans-page.tsx', "const price = '$240 a month';", /states the price \$240/],
    ['that states a price in cents', 'domain/billing/a.queries.ts', "const price = '$9.99';", /states the price \$9[.]99/],
    ['with a focused test', 'domain/a/a.test.ts', `describe.${FOCUS}('x', () => {});`, /has describe[.]only/],
    ['with a test that waits to be written', 'domain/a/a.test.ts', `it.${'todo'}('x');`, /has it[.]todo/],
    ['with a test that is switched off', 'domain/a/a.test.ts', `x${'it'}('x', () => {});`, /has xit/],
  ])('%s is refused', (_what, name, text, problem) => {
    expect(judgeFile({ name, text })).toEqual([expect.stringMatching(problem)]);
  });

  it.each([
    ['of any length', 'domain/a/a.queries.ts', 'x;\n'.repeat(900)],
    ['with the command of its name', 'domain/a/write-note.command.ts', 'export async function writeNote() {}'],
    ['with the port of its name', 'domain/a/run-billing.command.ts', 'export const RUN_BILLING: Billing = {};'],
    ['that is the configuration', 'domain/platform/config.ts', 'readConfig(process.env)'],
    ['with a price as the example of a comment', 'domain/a/a.ts', '/** Cents as `$25.00`. */\n// or $300\nconst a = 1;'],
    ['that is the catalogue', 'contract/billing/catalogue.ts', "'$240'"],
    ['that uses a group of a regular expression or a template', 'domain/a/a.ts', "x.replace(/a/, '$1') + `${10}`"],
    ['that tests a contract', 'queues/platform/queue-backend.contract.test.ts', 'it.each([])'],
  ])('%s is let through', (_what, name, text) => {
    expect(judgeFile({ name, text })).toEqual([]);
  });
});

describe('this repository', () => {
  it('keeps the rules, file by file', () => {
    const files = codeFiles(ROOT);
    expect(files.length).toBeGreaterThan(200);
    const problems = files.flatMap((name) =>
      judgeFile({ name, text: readFileSync(path.join(ROOT, name), 'utf8') }).map((problem) => `${name}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});

describe('advice', () => {
  const text = 'x;\n';
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, index) => ({ name: `${folder}/f${index}.ts`, text }));

  it('is given about long files, but not about tests and data', () => {
    const long = (name: string) => ({ name, text: text.repeat(301) });
    const names = ['domain/a/a.command.ts', 'domain/a/a.test.ts', 'frontend/src/lib/texts/es.ts'];
    expect(adviseOnSizes(names.map(long))).toEqual(['domain/a/a.command.ts: 301 lines. Is it one thing?']);
    expect(adviseOnSizes([{ name: 'domain/a/a.command.ts', text: text.repeat(300) }])).toEqual([]);
  });

  it('is given about full folders, but not about tests beside the code or the history of migrations', () => {
    expect(adviseOnSizes(files('domain/a', 26))).toEqual([expect.stringContaining('domain/a: 26 production files')]);
    const beside = ['domain/a/f0.test.ts', 'domain/a/f.factory.ts'].map((name) => ({ name, text }));
    expect(adviseOnSizes([...files('domain/a', 25), ...beside, ...files('migrations', 90)])).toEqual([]);
  });
});
