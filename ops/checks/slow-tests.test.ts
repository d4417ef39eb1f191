import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

it('every test that only `npm run test:all` runs is named in CONTRIBUTING.md with its additional evidence', () => {
  const files = globSync('{contract,queues,domain,api,workers,ops,migrations,frontend/src}/**/*.test.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => file.includes('.slow.test.') || /\{ tags: 'slow'[ ,]/.test(read(file)),
  );
  const journeys = globSync('e2e/journeys/*.test.ts', { cwd: ROOT }).filter((file) => /\bSLOW\b/.test(read(file)));
  const names = [
    ...files.map((file) => file.replace(/([.]slow)?[.]test[.]tsx?$/, '')),
    ...journeys.map((file) => path.basename(file, '.test.ts')),
  ];
  expect(names.length).toBeGreaterThan(10);
  const rows = read('CONTRIBUTING.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');
  expect(names.filter((name) => !new RegExp(`[\`/]${name.replaceAll(/[.]/g, '[.]')}\``).test(rows))).toEqual([]);
});
