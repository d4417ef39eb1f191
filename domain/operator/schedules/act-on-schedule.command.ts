import type { Schedule, ScheduleAct } from '#contract/operator/schedules.contract.ts';
import { auditAct, type Operator } from '#domain/operator/audit/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { listSchedules } from './schedules.queries.ts';

/**
 * Runs a schedule now, pauses or resumes it, in every worker within a second and after restarts. Audited, even without a change: two
 * requests before the next run cause one run.
 * @throws ProductError not_found for a schedule that no worker has reported
 */
export async function actOnSchedule(name: string, act: ScheduleAct, operator: Operator): Promise<Schedule[]> {
  await transact(async (trx) => {
    const row = await trx('schedule').where({ name }).forUpdate().first('paused_at', 'asked_at');
    if (!row) throw notFound('schedule');
    const now = trx.fn.now();
    if (act === 'run') await trx('schedule').where({ name }).whereNull('asked_at').update({ asked_at: now });
    else
      await trx('schedule')
        .where({ name })
        .update({ paused_at: act === 'pause' ? (row.paused_at ?? now) : null });
    await auditAct(trx, operator, {
      action: `schedule.${act}`,
      subject: `schedule:${name}`,
      before: { paused: row.paused_at !== null },
      after: { paused: act === 'run' ? row.paused_at !== null : act === 'pause' },
    });
  });
  return listSchedules();
}
