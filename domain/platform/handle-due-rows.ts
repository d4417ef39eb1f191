interface DueRows<Row> {
  /** Claims the next due row, for this caller alone; undefined when there is none. */
  readonly claim: () => Promise<Row | undefined>;
  /** @returns false when the row does not count */
  readonly handle: (row: Row) => Promise<boolean | void>;
  /** Rows handled concurrently. */
  readonly atOnce: number;
  /** Rows per call, so that a stopping worker need not wait long. */
  readonly most: number;
}

/**
 * Handles the due rows of a table that serves as a queue. Workers call it every second: without a due row it sends one statement, because
 * only the first one found makes the others look.
 * @returns number of rows that count
 * @throws the first failure, after everything that was begun has ended
 */
export async function handleDueRows<Row>({ claim, handle, atOnce, most }: DueRows<Row>): Promise<number> {
  let left = most;
  let count = 0;
  const next = async () => (left-- > 0 ? claim() : undefined);
  const work = async (first: Row | undefined) => {
    for (let row = first; row !== undefined; row = await next()) if ((await handle(row)) !== false) count += 1;
  };
  const first = await next();
  if (first === undefined) return 0;
  const others = Array.from({ length: atOnce - 1 }, async () => work(await next()));
  const ends = await Promise.allSettled([work(first), ...others]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return count;
}
