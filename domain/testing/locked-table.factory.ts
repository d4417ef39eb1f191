import knexFactory from 'knex';
import type { TestDatabase } from './test-database.ts';

/**
 * Runs `work` while nobody can read or write a table.
 * @param work gets a function that counts the statements waiting for the table; they continue when `work` ends
 */
export async function whileLocked<T>(
  { url }: TestDatabase,
  table: string,
  work: (waiting: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const holder = knexFactory({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  try {
    return await holder.transaction(async (trx) => {
      await trx.raw('lock table ?? in access exclusive mode', [table]);
      return work(async () => {
        const { rows } = await trx.raw('select count(*)::int as waiting from pg_locks where relation = ?::regclass and not granted', [
          table,
        ]);
        return rows[0].waiting as number;
      });
    });
  } finally {
    await holder.destroy();
  }
}
