import { database } from '#domain/platform/database.ts';

/** How often a worker says that it lives, and how long it is believed. */
export const WORKER_BEAT_MS = 2_000;
const BELIEVED_S = 8;
/** One that was silent for so long is forgotten. */
const FORGOTTEN = '1 hour';

/** Over `worker_process`. */
export const WORKER_ALIVE = `seen_at > now() - interval '${BELIEVED_S} seconds'`;

interface Beat {
  /** `<host>:<pid>`, as the steps it claims are marked. */
  readonly id: string;
  readonly lanes: readonly string[];
  readonly queues: readonly string[];
  /** Jobs at once, per queue. */
  readonly concurrency: number;
  /** Steps it holds now. */
  readonly held: number;
}

/** A worker process says that it lives, and what it works on. Rows of processes that are gone for an hour are removed on the way. */
export async function beatWorker({ id, lanes, queues, concurrency, held }: Beat): Promise<void> {
  await database().raw(
    `with gone as (delete from worker_process where seen_at < now() - interval '${FORGOTTEN}')
     insert into worker_process (id, lanes, queues, concurrency, held) values (?, ?::text[], ?::text[], ?, ?)
     on conflict (id) do update set seen_at = now(), lanes = excluded.lanes, queues = excluded.queues,
       concurrency = excluded.concurrency, held = excluded.held`,
    [id, [...lanes], [...queues], concurrency, held],
  );
}

/** How many worker processes live. */
export async function workersAlive(): Promise<number> {
  const row = await database()('worker_process').whereRaw(WORKER_ALIVE).count({ n: '*' }).first();
  return Number(row?.['n'] ?? 0);
}

/** A worker process ends and says so: it is not waited for. */
export async function endWorker(id: string): Promise<void> {
  await database()('worker_process').where({ id }).del();
}
