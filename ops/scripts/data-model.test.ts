import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { DATA_MODEL, dataModelText } from './data-model.ts';

const store = useTestDatabase();
const page = readFileSync(DATA_MODEL, 'utf8');

describe('docs/data-model.md', () => {
  it('shows the tables of the migrated schema; `npm run migrate -- --schema` rewrites them', async () => {
    expect(await dataModelText(store.knex)).toBe(page);
    expect(page).toContain('  run ||--o{ step : "run_id"');
  });

  it('names constraints, triggers and files with its rules, and they exist', async () => {
    const [, rules] = /## What always holds\n([^]*?)\n## /.exec(page)!;
    const holders = rules!.split('\n').flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`(?<name>[^`]+)`/g)]);
    const names = holders.map(({ groups }) => groups!['name']!);
    expect(names.length).toBeGreaterThan(30);
    const { rows } = await store.knex.raw(
      `select conname as name from pg_constraint union select tgname from pg_trigger
        union select indexrelid::regclass::text from pg_index where indisunique`,
    );
    const known = new Set((rows as { name: string }[]).map(({ name }) => name));
    const root = path.resolve(path.dirname(DATA_MODEL), '..');
    expect(names.filter((name) => !known.has(name) && !existsSync(path.join(root, name)))).toEqual([]);
  });
});
