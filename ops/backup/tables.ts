import type { Knex } from 'knex';

/** A table's fingerprint: its number of rows, and an order-independent sum over all rows' hashes. */
export interface TablePrint {
  readonly rows: number;
  readonly checksum: string;
}

export interface SequenceState {
  readonly name: string;
  readonly last_value: string;
  readonly is_called: boolean;
}

/**
 * The product's tables, without the list of migrations. The queues' own schema contains only deliveries, which the sweep recreates from the
 * rows.
 */
export async function tablesOf(trx: Knex): Promise<string[]> {
  const { rows } = await trx.raw(
    `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind = 'r' and relname not like 'schema\\_migration%' order by relname`,
  );
  return rows.map((row: { name: string }) => row.name);
}

/** The writable columns: without generated ones. */
export async function columnsOf(trx: Knex, table: string): Promise<string[]> {
  const { rows } = await trx.raw(
    `select attname as name from pg_attribute
      where attrelid = cast(? as regclass) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`public.${table}`],
  );
  return rows.map((row: { name: string }) => row.name);
}

/** Sets session settings with which a row reads the same in every store. */
export async function pinSessionSettings(trx: Knex): Promise<void> {
  await trx.raw(
    `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
     set local bytea_output = 'hex'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  );
}

export async function printOf(trx: Knex, table: string): Promise<TablePrint> {
  const { rows } = await trx.raw(
    `select count(*)::int as rows, coalesce(sum(('x' || left(md5(one::text), 15))::bit(60)::bigint::numeric), 0)::text as checksum from ?? one`,
    [table],
  );
  return rows[0];
}

export async function sequencesOf(trx: Knex): Promise<SequenceState[]> {
  const { rows } = await trx.raw(
    `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind = 'S' and relname not like 'schema\\_migration%' order by relname`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows as { name: string }[]) {
    const { rows: state } = await trx.raw('select last_value::text, is_called from ??', [name]);
    states.push({ name, ...state[0] });
  }
  return states;
}

/** Names of the applied migrations, in order. */
export async function migrationsOf(trx: Knex): Promise<string[]> {
  return trx('schema_migration').orderBy('id').pluck('name');
}
