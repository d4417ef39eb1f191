import type { BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findAlarm } from './alarm.queries.ts';

/**
 * Acknowledges an alarm: it leaves the operators' list of open alarms. The first operator to do so stays recorded. @throws ProductError
 * not_found
 */
export async function acknowledgeAlarm({ accountId, alarmId }: { accountId: string; alarmId: string }): Promise<BillingAlarm> {
  if (!isUuid(alarmId)) throw notFound('alarm');
  return transact(async (trx) => {
    const [first] = await trx('billing_alarm')
      .where({ id: alarmId, acknowledged_at: null })
      .update({ acknowledged_at: trx.fn.now(), acknowledged_by: accountId })
      .returning(['kind', 'subject']);
    if (first)
      await recordAudit(
        {
          actor: `account:${accountId}`,
          action: 'alarm.acknowledge',
          subject: `alarm:${alarmId}`,
          detail: { kind: first.kind, about: first.subject },
        },
        trx,
      );
    const alarm = await findAlarm(trx, alarmId);
    if (!alarm) throw notFound('alarm');
    return alarm;
  });
}
