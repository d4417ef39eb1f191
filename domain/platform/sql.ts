import type { Knex } from 'knex';
import type { Sql } from 'sql-template-tag';

export { default as sql, join, raw, type Sql } from 'sql-template-tag';

/**
 * Runs a statement written with the `sql` tag, in which every value is bound, and returns its rows.
 * @param store the pool, or the transaction it belongs to
 */
export async function rowsOf<Row>(store: Knex, statement: Sql): Promise<Row[]> {
  // Knex takes a bare question mark for a place to bind a value; PostgreSQL has operators of that name
  const text = statement.strings.map((part) => part.replaceAll('?', '\\?')).join('?');
  const { rows } = await store.raw(text, statement.values as Knex.RawBinding[]);
  return rows;
}
