import { database } from '#domain/platform/database.ts';
import { withStorePatience } from '#domain/platform/store-patience.ts';
import { columnsOf, type ExportPart } from './export-part.ts';

/** A short outage of the store does not spoil a long download. */
const PATIENCE_MS = 15_000;
const USUAL_PAGE = 500;

/** Whose rows are read. */
export interface Exported {
  readonly accountId: string;
  /** Empty when it is not verified. */
  readonly address: string;
}

/**
 * The rows of one part that are a person's, page by page, each as one line of JSON. Nothing is held between pages, neither a connection nor a
 * transaction: a caller may read as slowly as they like. A row that is written meanwhile may or may not be among them.
 */
export async function* readPart(part: ExportPart, { accountId: me, address }: Exported): AsyncGenerator<readonly string[]> {
  const rows = part.page ?? USUAL_PAGE;
  let place: string[] | null = null;
  for (;;) {
    const statement = pageOf(part, place !== null);
    const bound = { me, address, rows, ...Object.fromEntries((place ?? []).map((value, index) => [`at${index}`, value])) };
    const page: { line: string; place: string[] }[] = await withStorePatience(PATIENCE_MS, async () => {
      const { rows: found } = await database().raw(statement, bound);
      return found;
    });
    yield page.map(({ line }) => line);
    place = page.at(-1)?.place ?? null;
    if (page.length < rows) return;
  }
}

function pageOf(part: ExportPart, isLater: boolean): string {
  const { table, of, key } = part;
  const values = columnsOf(part)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ');
  const names = Object.keys(key).map((name) => `t.${name}`);
  const last = Object.values(key).map((type, index) => `cast(:at${index} as ${type})`);
  return `select json_build_object(${values})::text as line, array[${names.map((name) => `${name}::text`).join(', ')}] as place
            from ${table} t where (${of}) ${isLater ? `and (${names.join(', ')}) > (${last.join(', ')})` : ''}
           order by ${names.join(', ')} limit :rows`;
}
