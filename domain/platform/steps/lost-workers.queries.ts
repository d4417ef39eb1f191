import type { LostWorker, Takeover } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { holderSilent } from './lease.commands.ts';

/** A worker process that has reported nothing for this long is gone. It reports three times within that. */
const BELIEVED = '10 seconds';
/** Condition over `worker_process`. */
export const WORKER_ALIVE = sql`seen_at > now() - ${BELIEVED}::interval`;

/** Time after which the queue's store notices that a job's worker has died and delivers the job again. */
const MISSED_FOR = '90 seconds';
/** Between two reports a worker may have taken a job. */
const BETWEEN_BEATS = '4 seconds';

/**
 * Condition for a step that nobody works on because its worker is gone. Either its holder has stopped renewing, and the step is taken over
 * when its lease ends; or it was announced while a worker lived that is now gone, and has not been claimed since, because that worker had
 * taken its job.
 */
export const isStranded = (): Sql => sql`(${holderSilent()} or (
  step.state = 'queued' and step.due_at < now() - ${BELIEVED}::interval and step.dispatched_at < now() - ${BELIEVED}::interval
  and exists (select from worker_process gone
               where not ${WORKER_ALIVE} and gone.seen_at > now() - ${MISSED_FOR}::interval and step.dispatched_at < gone.seen_at + ${BETWEEN_BEATS}::interval)
  and not exists (select from step other where other.run_id = step.run_id and other.state = 'running')))`;

/** Whole seconds until a time, 0 once it has passed; null for null. */
const secondsUntil = (at: Sql): Sql => sql`case when ${at} is not null then greatest(0, ceil(extract(epoch from ${at} - now())))::int end`;

/**
 * SQL that selects for a `run` how many live workers can take over a lost worker's steps, and in how many seconds; null while its workers
 * live. The seconds are unknown if the store must deliver a job again.
 */
export const takeoverSql = (): Sql => sql`case when run.status = 'running' then (
  select json_build_object(
           'workers', (select count(*)::int from worker_process where ${WORKER_ALIVE}),
           'in_s', ${secondsUntil(sql`max(step.lease_until) filter (where step.state = 'running')`)})
    from step where step.run_id = run.id and ${isStranded()} having count(*) > 0) end`;

type LostRow = Omit<LostWorker, 'seen_at'> & { readonly seen_at: Date | null };

/** Converts for the wire. */
export const toLostWorker = ({ seen_at: seenAt, ...row }: LostRow): LostWorker => ({ ...row, seen_at: seenAt?.toISOString() ?? null });

/** How long a killed worker without work is still listed. */
const TOLD = '2 minutes';
const MOST = 20;

/**
 * Lists workers that died without signing off, and their work to be taken over; those with the most first.
 * @param runId only workers of this run
 */
export const lostWorkers = (runId?: string): Promise<LostRow[]> =>
  rowsOf<LostRow>(
    database(),
    sql`with held as (
          select step.worker, count(*)::int as steps, max(step.lease_until) as until
            from step join run on run.id = step.run_id and run.status = 'running'
           where ${holderSilent()} ${runId === undefined ? empty : sql`and step.run_id = ${runId}`} group by 1)
        select coalesce(held.worker, gone.id) as worker, gone.seen_at, coalesce(held.steps, 0) as steps,
               ${secondsUntil(sql`held.until`)} as in_s
          from held full join (select id, seen_at from worker_process where not ${WORKER_ALIVE} and seen_at > now() - ${TOLD}::interval
                                ${runId === undefined ? empty : sql`and false`}) gone on gone.id = held.worker
         order by steps desc, worker limit ${MOST}`,
  );

/** Returns how many live workers can take over a lost worker's steps of a run, and when; null while its workers live. */
export async function takeoverOf(runId: string): Promise<Takeover | null> {
  const [row] = await rowsOf<{ takeover: Takeover | null }>(
    database(),
    sql`select ${takeoverSql()} as takeover from run where run.id = ${runId}`,
  );
  return row?.takeover ?? null;
}
