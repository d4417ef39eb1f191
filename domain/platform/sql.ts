import type { Knex } from 'knex';
import type { Sql } from 'sql-template-tag';
import { prepared } from './database.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/** Escapes question marks: Knex takes a bare one for a binding, but PostgreSQL has operators of that name. */
const textOf = ({ strings }: Sql): string => strings.map((part) => part.replaceAll('?', '\\?')).join('?');

/**
 * Returns SQL written with the `sql` tag, in which every value is bound, where the query builder takes Knex's own raw SQL.
 * @param store the pool, or the transaction it belongs to
 */
export function expression<Result = unknown>(store: Knex, statement: Sql): Knex.Raw<Result> {
  return store.raw(textOf(statement), statement.values as Knex.RawBinding[]);
}

/**
 * Runs a statement written with the `sql` tag, in which every value is bound, and returns its rows.
 * @param store the pool, or the transaction it belongs to
 */
export async function rowsOf<Row>(store: Knex, statement: Sql): Promise<Row[]> {
  const { rows } = await expression<{ rows: Row[] }>(store, statement);
  return rows;
}

/** Like `rowsOf`, for a frequent statement, which each connection parses and plans only once (`prepared`). */
export async function preparedRowsOf<Row>(store: Knex, statement: Sql): Promise<Row[]> {
  const { rows } = await prepared(store, textOf(statement), statement.values as Knex.RawBinding[]);
  return rows;
}
