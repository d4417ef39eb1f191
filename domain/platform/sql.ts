import type { Knex } from 'knex';
import type { Sql } from 'sql-template-tag';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/**
 * Returns SQL written with the `sql` tag, in which every value is bound, for a place in the query builder that takes Knex's own raw SQL.
 * @param store the pool, or the transaction it belongs to
 */
export function expression<Result = unknown>(store: Knex, { strings, values }: Sql): Knex.Raw<Result> {
  // Knex takes a bare question mark for a place to bind a value; PostgreSQL has operators of that name
  return store.raw(strings.map((part) => part.replaceAll('?', '\\?')).join('?'), values as Knex.RawBinding[]);
}

/**
 * Runs a statement written with the `sql` tag, in which every value is bound, and returns its rows.
 * @param store the pool, or the transaction it belongs to
 */
export async function rowsOf<Row>(store: Knex, statement: Sql): Promise<Row[]> {
  const { rows } = await expression<{ rows: Row[] }>(store, statement);
  return rows;
}
