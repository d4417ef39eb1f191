import type { Knex } from 'knex';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import type { NewAlarm } from './raise-alarm.command.ts';

/** Closes an alarm whose cause has been resolved without an operator. An alarm that was acknowledged or never raised does not change. */
export async function settleAlarm(trx: Knex.Transaction, { kind, occasion }: Pick<NewAlarm, 'kind' | 'occasion'>): Promise<void> {
  const settled = await trx('billing_alarm')
    .where({ cause: `${kind}:${occasion}`, acknowledged_at: null })
    .update({ acknowledged_at: trx.fn.now() })
    .returning(['id', 'subject']);
  for (const { id, subject } of settled)
    await recordAudit({ actor: 'system:billing', action: 'alarm.settle', subject: `alarm:${id}`, detail: { kind, about: subject } }, trx);
}
