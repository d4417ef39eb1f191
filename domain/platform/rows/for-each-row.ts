import { isDatabaseUnavailable } from '#domain/platform/database.ts';
import { logger } from '#domain/platform/logger.ts';

/**
 * Runs the work for each row of a schedule's pass. A failed row is logged and left for the next pass; it never holds up the others.
 * @param what name of the rows, for the log
 * @param rows logged, so they must hold ids and no personal data
 * @throws only while the database is unavailable
 */
export async function forEachRow<Row>(what: string, rows: Iterable<Row>, work: (row: Row) => Promise<unknown>): Promise<void> {
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      logger().error({ err: error, row }, `${what}: a row could not be handled, retrying`);
    }
  }
}
