import type { Knex } from 'knex';

/** The migrations' objects, without knex's own migration table. */
const OURS = `namespace.nspname = 'public' and pg_class.relname not like 'schema\\_migration%'`;

const COLUMNS = `
  select pg_class.relname as of, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required, attidentity as identity,
         attgenerated as generated, pg_get_expr(adbin, adrelid) as value
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace namespace on namespace.oid = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relkind in ('r', 'p') and attnum > 0 and not attisdropped and ${OURS}
   order by relname, attnum`;

/** Primary keys first, then unique ones, foreign keys, exclusions and checks. NOT NULL is part of its column. */
const CONSTRAINTS = `
  select pg_class.relname as of, conname as name, pg_get_constraintdef(constraint_.oid, true) as text
    from pg_constraint constraint_ join pg_class on pg_class.oid = conrelid join pg_namespace namespace on namespace.oid = relnamespace
   where contype in ('p', 'u', 'f', 'x', 'c') and ${OURS}
   order by relname, position(contype::text in 'pufxc'), conname`;

const INDEXES = `
  select pg_class.relname as of, pg_get_indexdef(indexrelid) as text
    from pg_index join pg_class on pg_class.oid = indrelid join pg_class own on own.oid = indexrelid
    join pg_namespace namespace on namespace.oid = pg_class.relnamespace
   where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x')) and ${OURS}
   order by pg_class.relname, own.relname`;

const TRIGGERS = `
  select pg_class.relname as of, pg_get_triggerdef(pg_trigger.oid, true) as text
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace namespace on namespace.oid = relnamespace
   where not tgisinternal and ${OURS}
   order by relname, tgname`;

const TABLES = `
  select relname as of, relpersistence = 'u' as unlogged, array_to_string(reloptions, ', ') as options
    from pg_class join pg_namespace namespace on namespace.oid = relnamespace
   where relkind = 'r' and ${OURS}`;

const isOwn = (catalogue: string, id: string) =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${id} and deptype = 'e')`;

const FUNCTIONS = `
  select pg_get_functiondef(pg_proc.oid) as text
    from pg_proc join pg_namespace namespace on namespace.oid = pronamespace
   where nspname = 'public' and prokind in ('f', 'p') and ${isOwn('pg_proc', 'pg_proc.oid')}
   order by proname, pg_get_function_identity_arguments(pg_proc.oid)`;

/** Objects that this file cannot describe. A migration that creates one must add support for it. */
const UNKNOWN = `
  select case relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'f' then 'foreign table ' else 'partitioned table ' end
         || relname as name from pg_class join pg_namespace namespace on namespace.oid = relnamespace
   where relkind in ('v', 'm', 'f', 'p') and ${OURS}
  union all
  select 'sequence ' || relname from pg_class join pg_namespace namespace on namespace.oid = relnamespace
   where relkind = 'S' and ${OURS}
     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'i')
  union all
  select 'type ' || typname from pg_type join pg_namespace namespace on namespace.oid = typnamespace
   where nspname = 'public' and typtype in ('e', 'd', 'r') and ${isOwn('pg_type', 'pg_type.oid')}`;

const EXTENSIONS = `select 'create extension ' || extname as text from pg_extension where extname <> 'plpgsql' order by 1`;

interface Part {
  readonly of: string;
  readonly text: string;
}

interface TableKind {
  readonly of: string;
  readonly unlogged: boolean;
  /** Storage options; null: none. */
  readonly options: string | null;
}

interface Column {
  readonly of: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** `a`: always, `d`: by default; '': no identity column. */
  readonly identity: string;
  /** `s`: stored, `v`: virtual; '': not generated. */
  readonly generated: string;
  readonly value: string | null;
}

const columnText = ({ name, type, required, identity, generated, value }: Column): string =>
  [
    `  ${name} ${type}`,
    identity && `generated ${identity === 'a' ? 'always' : 'by default'} as identity`,
    generated && `generated always as (${value}) ${generated === 's' ? 'stored' : 'virtual'}`,
    !generated && value !== null && `default ${value}`,
    required && 'not null',
  ]
    .filter(Boolean)
    .join(' ');

const HEADER = `-- What the migrations make, for review. Written by \`npm run migrate -- --schema\`; nothing reads it.
-- Tables by name, each with its constraints, indexes and triggers; functions at the end. The models describe the columns. The queue library's own schema is left out.
`;

/**
 * Describes the schema of a migrated database, always the same for the same schema.
 * @throws Error if it contains an object that this file cannot describe
 */
export async function schemaText(knex: Knex): Promise<string> {
  const rows = async <Row>(sql: string): Promise<Row[]> => (await knex.raw(sql)).rows as Row[];
  const unknown = await rows<{ name: string }>(UNKNOWN);
  if (unknown.length > 0) throw new Error(`schema-text.ts cannot describe ${unknown.map(({ name }) => name).join(', ')}`);
  const columns = await rows<Column>(COLUMNS);
  const constraints = await rows<Part & { name: string }>(CONSTRAINTS);
  const [indexes, triggers] = [await rows<Part>(INDEXES), await rows<Part>(TRIGGERS)];
  const kinds = new Map((await rows<TableKind>(TABLES)).map((kind) => [kind.of, kind]));
  const functions = await rows<Pick<Part, 'text'>>(FUNCTIONS);
  const extensions = await rows<Pick<Part, 'text'>>(EXTENSIONS);
  const tables = [...Map.groupBy(columns, ({ of }) => of)].map(([table, its]) => {
    const lines = [
      ...its.map(columnText),
      ...constraints.filter(({ of }) => of === table).map(({ name, text }) => `  constraint ${name} ${text}`),
    ];
    const { unlogged, options } = kinds.get(table)!;
    const after = [...indexes, ...triggers].filter(({ of }) => of === table).map(({ text }) => `${text};\n`);
    const body = `create ${unlogged ? 'unlogged ' : ''}table ${table} (\n${lines.join(',\n')}\n)`;
    return `${body}${options ? ` with (${options})` : ''};\n${after.join('')}`;
  });
  return [HEADER, ...extensions.map(({ text }) => `${text};\n`), ...tables, ...functions.map(({ text }) => `${text.trimEnd()};\n`)].join(
    '\n',
  );
}
