import type { Schedule } from '#contract/operator/schedules.contract.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { database, onDisconnect } from '#domain/platform/database.ts';
import { periodicQueue } from '#domain/platform/periodic/periodic-queue.ts';
import { PERIODIC_JOBS } from '#queues/periodic.jobs.ts';
import type { TimeOfDay } from '#queues/platform/periodic-job.ts';

/** Lists the queue's schedulers by name. */
export async function listSchedules(): Promise<Schedule[]> {
  const [schedules, paused] = await Promise.all([periodicQueue()?.list() ?? [], pausedSchedules()]);
  return schedules.map(({ name, runs, nextAt, isRequested, last, recent }) => ({
    name,
    does: inEnglish(PERIODIC_JOBS[name].does),
    runs: 'every' in runs ? { every_s: runs.every / 1000 } : timeOfDay(runs.pattern, runs.tz),
    is_paused: paused.has(name),
    is_asked: isRequested,
    last_started_at: last?.startedAt.toISOString() ?? null,
    last_took_s: last ? last.tookMs / 1000 : null,
    last_error: last?.error ?? null,
    next_at: paused.has(name) ? null : (nextAt?.toISOString() ?? null),
    recent: recent.map(({ startedAt, tookMs, error }) => ({ at: startedAt.toISOString(), took_s: tookMs / 1000, failed: error !== null })),
  }));
}

function timeOfDay(pattern: TimeOfDay, zone: string): Schedule['runs'] {
  const [minute, hour, , , weekday] = pattern.split(' ');
  return { hour: Number(hour), minute: Number(minute), weekday: weekday === '*' ? null : Number(weekday), zone };
}

async function pausedSchedules(): Promise<ReadonlySet<string>> {
  return new Set<string>(await database()('paused_work').where({ scope: 'schedule' }).pluck('name'));
}

/** Milliseconds within which a pause takes effect everywhere; jobs that are due together share one query. */
const FRESH_MS = 1_000;
let known: { readonly at: number; readonly paused: Promise<ReadonlySet<string>> } | null = null;

/** Tells whether operators have paused a schedule. */
export async function isSchedulePaused(name: string): Promise<boolean> {
  if (!known || performance.now() - known.at > FRESH_MS) known = { at: performance.now(), paused: pausedSchedules() };
  return (await known.paused).has(name);
}

/** Clears the cache after this process changed a pause, so that the change applies here at once. */
export const clearPausedSchedules = (): void => void (known = null);
onDisconnect(clearPausedSchedules);
