import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

export const DATA_MODEL = path.resolve(import.meta.dirname, '../../docs/data-model.md');
const DOMAIN = path.resolve(import.meta.dirname, '../../domain');
/** The part of docs/data-model.md that is written from the schema. */
const PART = /(?<=<!-- written by `npm run migrate -- --schema` -->\n)[^]*(?=<!-- end -->)/;

const TABLES = `
  select relname as table,
         (select array_agg(attname::text order by position) from pg_constraint, unnest(conkey) with ordinality part (number, position)
            join pg_attribute on attnum = number
           where conrelid = pg_class.oid and attrelid = conrelid and contype = 'p') as key,
         (select count(*)::int from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
    from pg_class
   where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema\\_migration%' order by 1`;

const REFERENCES = `
  select conrelid::regclass::text as table, confrelid::regclass::text as target, string_agg(attname, ', ' order by attname) as columns,
         bool_and(attnotnull) as required,
         bool_or(exists (select from pg_index where indrelid = conrelid and indisunique and indpred is null and indkey::text = array_to_string(conkey, ' '))) as once
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
   where contype = 'f' and connamespace = 'public'::regnamespace
   group by 1, 2 order by 1, 2`;

interface TableRow {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: number;
}

/** References of one table to another. */
interface ReferenceRow {
  readonly table: string;
  readonly target: string;
  /** Columns, separated by commas. */
  readonly columns: string;
  readonly required: boolean;
  /** At most one row refers to each row. */
  readonly once: boolean;
}

/**
 * A table as described by its model: the feature (the model's folder in `domain/`), and the meaning of a row (the comment of its class).
 */
interface Told {
  readonly feature: string;
  readonly about: string;
}

const MODEL = /\/\*\*(?<about>(?:(?!\*\/)[^])*)\*\/\nexport class \w+ extends \w+ \{\n {2}static override tableName = '(?<table>\w+)'/g;

function toldTables(): Map<string, Told> {
  const files = globSync('**/*.model.ts', { cwd: DOMAIN });
  return new Map(
    files.flatMap((file) => {
      const models = readFileSync(path.join(DOMAIN, file), 'utf8').matchAll(MODEL);
      return [...models].map(({ groups }): [string, Told] => [
        groups!['table']!,
        { feature: file.split(path.sep)[0]!, about: groups!['about']!.replaceAll(/\s*\n \*\s*/g, ' ').trim() },
      ]);
    }),
  );
}

const relation = ({ table, target, columns, required, once }: ReferenceRow): string =>
  `  ${target} ${required ? '||' : '|o'}--${once ? 'o|' : 'o{'} ${table} : "${columns}"`;

function chapterOf(
  feature: string,
  told: ReadonlyMap<string, Told>,
  tables: readonly TableRow[],
  references: readonly ReferenceRow[],
): string {
  const rows = tables.map(
    ({ table, key, columns }) => `| \`${table}\` | ${key.join(', ')} | ${columns} | ${cell(told.get(table)!.about)} |`,
  );
  const drawn = new Set(references.flatMap(({ table, target }) => [table, target]));
  const alone = tables.filter(({ table }) => !drawn.has(table)).map(({ table }) => `  ${table}`);
  const picture = ['```mermaid', 'erDiagram', ...alone, ...references.map(relation), '```'];
  const parts = [`### ${feature}`, ['| Table | Key | Columns | A row |', '|---|---|---|---|', ...rows].join('\n')];
  return [...parts, ...(references.length > 0 ? [picture.join('\n')] : [])].join('\n\n');
}

/**
 * Returns a diagram of the references between features' tables. References to `identity` are left out, because all features refer to a
 * person.
 */
function overviewOf(told: ReadonlyMap<string, Told>, references: readonly ReferenceRow[]): string {
  const pairs = references.map(({ table, target }) => [told.get(table)!.feature, told.get(target)!.feature] as const);
  const arrows = pairs.filter(([from, to]) => from !== to && to !== 'identity').map(([from, to]) => `  ${from} --> ${to}`);
  return ['```mermaid', 'flowchart LR', ...[...new Set(arrows)].toSorted(), '```'].join('\n');
}

/** Escapes a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

/**
 * Returns docs/data-model.md with the tables of a migrated database, always the same for the same schema.
 * @throws Error for a table without a model, or a model without a comment
 */
export async function dataModelText(knex: Knex): Promise<string> {
  const told = toldTables();
  const { rows: tables }: { rows: TableRow[] } = await knex.raw(TABLES);
  const { rows: references }: { rows: ReferenceRow[] } = await knex.raw(REFERENCES);
  const untold = tables.filter(({ table }) => !told.has(table)).map(({ table }) => table);
  if (untold.length > 0) throw new Error(`No model describes a row of ${untold.join(', ')}: add a comment above its class`);
  const byFeature = Map.groupBy(tables, ({ table }) => told.get(table)!.feature);
  const chapters = [...byFeature]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([feature, own]) => {
      const relations = references.filter(({ table }) => told.get(table)!.feature === feature);
      return chapterOf(feature, told, own, relations);
    });
  return readFileSync(DATA_MODEL, 'utf8').replace(PART, () => `\n${[overviewOf(told, references), ...chapters].join('\n\n')}\n\n`);
}
