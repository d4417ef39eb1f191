import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const WRITES = new Set(['insert', 'update', 'del', 'delete', 'increment', 'decrement', 'upsert']);
/** Matches the table that a piece of SQL writes into; `for update` only locks, and `do update` belongs to its insert. */
const SQL_WRITE = /(?<!\b(?:for|do|key|on) )\b(?:insert into|update|delete from)\s+(?:only\s+)?(?<table>\w+)/gi;

const featureOf = (file: string): string => file.split('/')[0]!;

/** Returns the tables that a file writes into, by the query builder or by SQL. Tables whose name is a variable are not found. */
function tablesWritten(file: string): string[] {
  const { program } = parseSync(file, readFileSync(path.join(ROOT, 'domain', file), 'utf8'));
  const written: string[] = [];
  const inSql = (text: string) => {
    for (const { groups } of text.matchAll(SQL_WRITE)) written.push(groups!['table']!);
  };
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !WRITES.has(callee.property.name)) return;
      // down the chain to its beginning: `trx('course')`
      let start = callee.object;
      while (start.type === 'CallExpression') {
        const [name] = start.arguments;
        if (name?.type === 'Literal' && typeof name.value === 'string' && start.callee.type !== 'MemberExpression')
          written.push(name.value);
        start = start.callee.type === 'MemberExpression' ? start.callee.object : start.callee;
      }
    },
    Literal({ value }) {
      if (typeof value === 'string') inSql(value);
    },
    TemplateElement({ value }) {
      inSql(value.raw);
    },
  }).visit(program);
  return written;
}

/** Returns the table of each model, and the feature it belongs to. Read from the text, because types would take the compiler's time. */
const ownersOf = (files: readonly string[]): Map<string, string> =>
  new Map(
    files.flatMap((file) =>
      [...readFileSync(path.join(ROOT, 'domain', file), 'utf8').matchAll(/static override tableName = '(\w+)'/g)].map(
        ([, table]) => [table!, featureOf(file)] as const,
      ),
    ),
  );

test('a table is written only by the feature of its model', () => {
  const owners = ownersOf(globSync('**/*.model.ts', { cwd: path.join(ROOT, 'domain') }));
  expect(owners.size).toBeGreaterThan(150);
  const files = globSync('**/*.ts', { cwd: path.join(ROOT, 'domain') }).filter((file) => !/[.](test|factory)[.]ts$|^testing\//.test(file));
  const writes = files.flatMap((file) =>
    tablesWritten(file).flatMap((table) => (owners.has(table) ? [{ writer: featureOf(file), table }] : [])),
  );
  expect(new Set(writes.map(({ table }) => table)).size).toBeGreaterThan(130);
  const foreign = new Set(
    writes.filter(({ writer, table }) => owners.get(table) !== writer).map(({ writer, table }) => `${writer} ${table}`),
  );
  expect([...foreign].toSorted()).toEqual([]);
});
