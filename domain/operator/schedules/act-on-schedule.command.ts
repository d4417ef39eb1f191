import type { Schedule, ScheduleAct } from '#contract/operator/schedules.contract.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { isPeriodicJob } from '#queues/periodic.jobs.ts';
import { clearPausedSchedules, listSchedules } from './schedules.queries.ts';

/**
 * Runs a schedule's job now, or pauses or resumes it, in every worker and after restarts. A paused job runs neither by its schedule nor
 * when announced. Audited, even without a change: two requests before the next run cause one run.
 * @throws ProductError not_found
 */
export async function actOnSchedule(name: string, act: ScheduleAct, operator: Operator): Promise<Schedule[]> {
  if (!isPeriodicJob(name)) throw notFound('schedule');
  await transact(async (trx) => {
    const pause = { scope: 'schedule', name };
    const wasPaused = (await trx('paused_work').where(pause).forUpdate().first('name')) !== undefined;
    if (act === 'pause') await trx('paused_work').insert(pause).onConflict(['scope', 'name']).ignore();
    if (act === 'resume') await trx('paused_work').where(pause).del();
    if (act === 'run') await announceJob(trx, name, { isRequested: true });
    // announcements during the pause had no effect
    if (act === 'resume') await announceJob(trx, name);
    await auditAct(trx, operator, {
      action: `schedule.${act}`,
      subject: `schedule:${name}`,
      before: { paused: wasPaused },
      after: { paused: act === 'run' ? wasPaused : act === 'pause' },
    });
  });
  clearPausedSchedules();
  return listSchedules();
}
