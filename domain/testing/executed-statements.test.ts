import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { noteStatements, readTemplates, templatesNotExecuted } from './executed-statements.ts';
import { useTestDatabase } from './test-database.ts';

const database = useTestDatabase();

test('a template counts as executed when a statement has all of its parts', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'statements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  noteStatements(database.knex, folder);
  const adult = sql`a.age >= ${18}`;
  await rowsOf(
    database.knex,
    sql`select ${1}::int as n
          from (select 20 as age) a where ${adult}`,
  );

  const template = (place: string, ...parts: string[]) => ({ place, parts });
  const left = templatesNotExecuted(
    [
      template('whole', 'select', '::int as n from (select 20 as age) a where', ''),
      template('fragment', 'a.age >=', ''),
      template('other', 'a.age <', ''),
      template('another order', 'where', '::int as n'),
    ],
    folder,
  );

  expect(left).toEqual(['other', 'another order']);
});

test('templates are found with their places', () => {
  const advance = readTemplates().filter(({ place }) => place.startsWith('domain/platform/runs/advance-parents.command.ts:'));

  expect(advance.map(({ parts }) => parts[0])).toContainEqual(expect.stringContaining("select id, kind, status = 'running' as is_live"));
});
