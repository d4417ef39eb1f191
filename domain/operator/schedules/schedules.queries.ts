import type { Schedule } from '#contract/operator/schedules.contract.ts';
import { database } from '#domain/platform/database.ts';

/** A process that claimed a request and has not answered for this long has crashed. */
export const CLAIM_TIMEOUT = '10 minutes';
/** A schedule that no worker has reported for this long no longer exists. */
const FORGOTTEN = '1 day';

interface Row {
  readonly name: string;
  readonly every_ms: string;
  readonly paused_at: Date | null;
  readonly asked_at: Date | null;
  readonly last_started_at: Date | null;
  readonly last_took_ms: number | null;
  readonly last_error: string | null;
  readonly next_at: Date | null;
}

/** Lists all schedules that a worker has reported within a day, by name. */
export async function listSchedules(): Promise<Schedule[]> {
  const rows: Row[] = await database()('schedule').whereRaw(`seen_at > now() - interval '${FORGOTTEN}'`).orderBy('name');
  return rows.map((row) => ({
    name: row.name,
    every_s: Number(row.every_ms) / 1000,
    is_paused: row.paused_at !== null,
    is_asked: row.asked_at !== null,
    last_started_at: row.last_started_at?.toISOString() ?? null,
    last_took_s: row.last_took_ms === null ? null : row.last_took_ms / 1000,
    last_error: row.last_error,
    next_at: row.paused_at === null ? (row.next_at?.toISOString() ?? null) : null,
  }));
}

/** Returns what operators have requested: which schedules are paused, and which must run now. */
export async function readScheduleRequests(): Promise<{ paused: ReadonlySet<string>; asked: readonly string[] }> {
  const { rows } = await database().raw(
    `select name, paused_at is not null as is_paused,
            asked_at is not null and (taken_at is null or taken_at < now() - interval '${CLAIM_TIMEOUT}') as is_asked
       from schedule where paused_at is not null or asked_at is not null`,
  );
  const found = rows as { name: string; is_paused: boolean; is_asked: boolean }[];
  return {
    paused: new Set(found.flatMap(({ name, is_paused: isPaused }) => (isPaused ? [name] : []))),
    asked: found.flatMap(({ name, is_asked: isAsked }) => (isAsked ? [name] : [])),
  };
}
