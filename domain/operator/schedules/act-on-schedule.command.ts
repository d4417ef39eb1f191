import type { Schedule, ScheduleAct } from '#contract/operator/schedules.contract.ts';
import { auditAct, type Operator } from '#domain/operator/audit/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { listSchedules } from './schedules.queries.ts';

/**
 * Has periodic work run now, holds it back or lets it go on, in every worker within a second and also after a restart. Audited, also when
 * nothing changes: asking twice before it ran is asking once.
 * @throws ProductError not_found for work that no worker has named
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
