import { database } from '#domain/platform/database.ts';
import { retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import { columnsOf, type ExportPart } from './export-part.ts';

/** A short outage of the database must not break a long download. */
const PATIENCE_MS = 15_000;
const USUAL_PAGE = 500;

/** Owner of the exported rows. */
export interface Exported {
  readonly accountId: string;
  /** Empty when it is not verified. */
  readonly address: string;
}

/**
 * Streams a user's rows of one part, page by page, each row as one line of JSON. No connection or transaction is held between pages, so a
 * caller may read slowly. Rows written meanwhile may or may not be included.
 */
export async function* readPart(part: ExportPart, { accountId: me, address }: Exported): AsyncGenerator<readonly string[]> {
  const rows = part.page ?? USUAL_PAGE;
  let place: string[] | null = null;
  for (;;) {
    const statement = pageOf(part, place !== null);
    const bound = { me, address, rows, ...Object.fromEntries((place ?? []).map((value, index) => [`at${index}`, value])) };
    const page: { line: string; place: string[] }[] = await retryWhileDatabaseUnavailable(PATIENCE_MS, async () => {
      const { rows: found } = await database().raw(statement, bound);
      return found;
    });
    yield page.map(({ line }) => line);
    place = page.at(-1)?.place ?? null;
    if (page.length < rows) return;
  }
}

function pageOf(part: ExportPart, isLater: boolean): string {
  const { table, condition, key } = part;
  const values = columnsOf(part)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ');
  const names = Object.keys(key).map((name) => `t.${name}`);
  const last = Object.values(key).map((type, index) => `cast(:at${index} as ${type})`);
  return `select json_build_object(${values})::text as line, array[${names.map((name) => `${name}::text`).join(', ')}] as place
            from ${table} t where (${condition}) ${isLater ? `and (${names.join(', ')}) > (${last.join(', ')})` : ''}
           order by ${names.join(', ')} limit :rows`;
}
