import { database } from '#domain/platform/database.ts';
import { expression, rowsOf, sql } from '#domain/platform/sql.ts';
import { WORKER_ALIVE } from '#domain/platform/steps/lost-workers.queries.ts';

/** Heartbeat interval of a worker, which counts as alive for three of them (`WORKER_ALIVE`). */
export const WORKER_BEAT_MS = 3_000;
/** A worker without a heartbeat for this long is deleted. */
const FORGOTTEN = '1 hour';

interface Beat {
  /** `<host>:<pid>`, as on the steps it claims. */
  readonly id: string;
  readonly lanes: readonly string[];
  readonly queues: readonly string[];
  /** Concurrent jobs per queue. */
  readonly concurrency: number;
  /** Number of steps it holds now. */
  readonly held: number;
}

/** Records a worker's heartbeat, and what it works on. Deletes rows of processes silent for an hour. */
export async function recordWorkerHeartbeat({ id, lanes, queues, concurrency, held }: Beat): Promise<void> {
  await rowsOf(
    database(),
    sql`with gone as (delete from worker_process where seen_at < now() - ${FORGOTTEN}::interval)
        insert into worker_process (id, lanes, queues, concurrency, held)
        values (${id}, ${lanes}::text[], ${queues}::text[], ${concurrency}, ${held})
        on conflict (id) do update set seen_at = now(), lanes = excluded.lanes, queues = excluded.queues,
          concurrency = excluded.concurrency, held = excluded.held`,
  );
}

/** Returns the number of living worker processes. */
export async function workersAlive(): Promise<number> {
  const row = await database()('worker_process').where(expression(database(), WORKER_ALIVE)).count({ n: '*' }).first();
  return Number(row?.['n'] ?? 0);
}

/** Records that a worker process has stopped, without waiting for its heartbeat to expire. */
export async function endWorker(id: string): Promise<void> {
  await database()('worker_process').where({ id }).del();
}
