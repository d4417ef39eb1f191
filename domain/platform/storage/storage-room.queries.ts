import { cachedFor } from '#domain/platform/cached-for.ts';
import { transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { wasStorageFull } from './storage-full.ts';

/** Number of rows whose sort exceeds its memory limit (64 kB), so that the server writes some 200 kB to its disk and removes them. */
const SORTED_ROWS = 4_000;
/** How long a write that met a full disk counts: smaller writes may succeed in between, and users would still see every other one fail. */
const FULL_FOR_MS = 5_000;
/** Minimum interval between probes of the database, because anybody may call this. */
const FRESH_MS = 2_000;

/**
 * Resolves when the database has room on its disk: it can sort more than fits into memory, which changes nothing.
 * @throws the database's error; Error when a statement of this process met a full disk within the last seconds
 */
export async function assertStorageHasRoom(): Promise<void> {
  await sortedOnDisk();
  if (wasStorageFull(FULL_FOR_MS)) throw new Error('the disk of the database was full a moment ago');
}

const sortedOnDisk = cachedFor(FRESH_MS, () =>
  transact(async (trx) => {
    await rowsOf(trx, sql`set local work_mem = '64kB'`);
    await rowsOf(
      trx,
      sql`select max(word) from (select md5(n::text) as word from generate_series(1, ${SORTED_ROWS}) n order by word offset 0) sorted`,
    );
  }),
);
