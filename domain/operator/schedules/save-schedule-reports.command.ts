import { database } from '#domain/platform/database.ts';
import { CLAIM_TIMEOUT } from './schedules.queries.ts';

/** A worker's report about a schedule. */
export interface ScheduleNote {
  readonly name: string;
  readonly everyMs: number;
  readonly nextAt: Date | null;
  /** Its newest run in this process. */
  readonly last: { readonly startedAt: Date; readonly tookMs: number; readonly error: string | null } | null;
}

const MOST_ERROR_CHARACTERS = 500;

/** Stores the workers' reports. Of several workers the newest run counts, and the earliest next one. */
export async function saveScheduleReports(notes: readonly ScheduleNote[]): Promise<void> {
  if (notes.length === 0) return;
  await database().raw(
    `insert into schedule (name, every_ms, last_started_at, last_took_ms, last_error, next_at)
     select name, every_ms, last_started_at, last_took_ms, last_error, next_at
       from jsonb_to_recordset(?) as said(name text, every_ms bigint, last_started_at timestamptz, last_took_ms int, last_error text, next_at timestamptz)
      order by name
     on conflict (name) do update set seen_at = now(), every_ms = excluded.every_ms,
       (last_started_at, last_took_ms, last_error) =
         (select case when newer then excluded.last_started_at else schedule.last_started_at end,
                 case when newer then excluded.last_took_ms else schedule.last_took_ms end,
                 case when newer then excluded.last_error else schedule.last_error end
            from (select excluded.last_started_at >= coalesce(schedule.last_started_at, '-infinity') as newer) of),
       next_at = case when schedule.next_at > now() then least(schedule.next_at, excluded.next_at) else excluded.next_at end`,
    [
      JSON.stringify(
        notes.map(({ name, everyMs, nextAt, last }) => ({
          name,
          every_ms: everyMs,
          last_started_at: last?.startedAt ?? null,
          last_took_ms: last ? Math.round(last.tookMs) : null,
          last_error: last?.error?.slice(0, MOST_ERROR_CHARACTERS) ?? null,
          next_at: nextAt,
        })),
      ),
    ],
  );
}

/** Claims a request to run a schedule now. @returns whether this process runs it */
export async function claimScheduleRequest(name: string): Promise<boolean> {
  const taken = await database()('schedule')
    .where({ name })
    .whereNotNull('asked_at')
    .whereRaw(`(taken_at is null or taken_at < now() - interval '${CLAIM_TIMEOUT}')`)
    .update({ taken_at: database().fn.now() });
  return taken > 0;
}

/** Records that a requested run was done, successfully or not. */
export async function completeScheduleRequest(name: string): Promise<void> {
  await database()('schedule').where({ name }).update({ asked_at: null, taken_at: null });
}
