import { expect, test } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { readModels, unionOf, type ModelColumn } from '#domain/testing/read-models.ts';

/** Tables without a model, each with the reason. */
const WITHOUT_MODEL: Readonly<Record<string, string>> = {
  schema_migration: 'written and read by Knex only: which migrations have run',
  schema_migration_lock: 'written and read by Knex only: one process migrates at a time',
};

/** The type that the driver returns for a column (`domain/platform/database.ts`: int8 is a number). */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'string',
  regconfig: 'string',
  text: 'string',
  time: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
  varchar: 'string',
  _text: 'string[]',
  _int4: 'number[]',
  _uuid: 'string[]',
};
const JSON_TYPE = 'JSON';

const database = useTestDatabase();
const models = readModels();

interface SchemaColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  /** The checks on this column alone. */
  readonly checks: readonly string[];
  /** The table of its foreign key. */
  readonly refers_to: string | null;
}

/** Returns every column of the migrated schema. */
async function readSchema(): Promise<Map<string, SchemaColumn[]>> {
  const { rows } = await database.knex.raw(
    `select c.table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as nullable,
            array(select pg_get_constraintdef(oid) from pg_constraint
                   where contype = 'c' and conrelid = here.id and conkey = array[here.number]) as checks,
            (select confrelid::regclass::text from pg_constraint
              where contype = 'f' and conrelid = here.id and conkey = array[here.number]) as refers_to
       from information_schema.columns c join information_schema.tables using (table_schema, table_name),
            lateral (select format('%I', c.table_name)::regclass as id, ordinal_position::smallint as number) here
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, ordinal_position`,
  );
  return Map.groupBy(rows as SchemaColumn[], ({ table }) => table);
}

/** Matches a check that lists the values of a text, or of a list of texts. */
const LISTS_VALUES = /^CHECK \(\(\w+ (?:= ANY \(|<@ )ARRAY\[(?<values>[^\]]*)\]\)+$/;

/** Returns the type that a model must give to a column; for a text restricted by a check, its values. */
function typeOf({ type, checks }: SchemaColumn): string {
  if (type === 'jsonb') return JSON_TYPE;
  const listed = checks.map((check) => LISTS_VALUES.exec(check)?.groups?.['values']).find((values) => values !== undefined);
  if (listed === undefined) return TYPES[type] ?? `unknown to this test: ${type}`;
  const values = unionOf([...listed.matchAll(/'(?<value>[^']*)'/g)].map(({ groups }) => groups!['value']!));
  return type === '_text' ? `(${values})[]` : values;
}

/** Tells whether a type consists of texts. */
const isUnion = (type: string): boolean => type.startsWith("'");

/**
 * Returns the type that a model must declare for a column. Where the schema says nothing (the shape of JSON, the values of a text), the
 * model is free.
 */
function asDeclared(column: SchemaColumn, found?: ModelColumn): ModelColumn {
  const type = typeOf(column);
  const isFree = found && (type === JSON_TYPE ? !['Date', 'Buffer'].includes(found.type) : type === 'string' && isUnion(found.type));
  return {
    type: isFree ? found.type : type,
    // the schema does not tell whether null is possible
    isNullable: column.nullable && found?.type !== 'unknown',
    refersTo: column.refers_to,
  };
}

test('every table has one model, in Pascal case', async () => {
  const tables = [...(await readSchema()).keys()].filter((table) => !(table in WITHOUT_MODEL));
  expect(models.map(({ table }) => table).toSorted()).toEqual(tables.toSorted());
  const pascal = (table: string) => table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(models.filter(({ name, table }) => name !== pascal(table)).map(({ name }) => name)).toEqual([]);
});

test('statements on every table know its columns', async () => {
  expect(models.filter(({ isInTables }) => !isInTables).map(({ name }) => name)).toEqual([]);
  // @ts-expect-error refused by the compiler, as by the database
  await expect(database.knex('course').where({ titel: 'Bees' })).rejects.toThrow('"titel" does not exist');
  // @ts-expect-error
  await expect(database.knex('course').update({ titel: 'Bees' })).rejects.toThrow('"titel"');
  const course = await database.knex('course').first('title');
  // @ts-expect-error
  expect(course?.titel).toBeUndefined();
});

test('models and the migrated schema have the same columns, types, keys and references', async () => {
  const schema = await readSchema();
  const { rows } = await database.knex.raw(
    `select conrelid::regclass::text as table, array_agg(attname::text order by position) as columns
       from pg_constraint, unnest(conkey) with ordinality as part (number, position), pg_attribute
      where contype = 'p' and connamespace = 'public'::regnamespace and attrelid = conrelid and attnum = number group by 1`,
  );
  const keys = new Map((rows as { table: string; columns: string[] }[]).map(({ table, columns }) => [table, columns]));
  const declared = models.map(({ table, idColumn, columns }) => [table, { key: idColumn.toSorted(), ...Object.fromEntries(columns) }]);
  const migrated = models.map(({ table, columns }) => [
    table,
    {
      key: keys.get(table)?.toSorted(),
      ...Object.fromEntries((schema.get(table) ?? []).map((column) => [column.column, asDeclared(column, columns.get(column.column))])),
    },
  ]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(migrated));
});
