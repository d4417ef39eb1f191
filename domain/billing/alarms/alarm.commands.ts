import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { AlarmKind, BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findAlarm } from './alarm.queries.ts';

export interface NewAlarm {
  readonly kind: AlarmKind;
  /** Identifies the occasion among alarms of its kind: a repeat, even years later, is the same alarm. */
  readonly occasion: string;
  /** What it is about, as `<kind>:<id>`. */
  readonly subject: string;
  readonly accountId?: string;
  /** Plain facts; no secrets. */
  readonly detail?: Readonly<Record<string, string | number>>;
}

/**
 * Raises an alarm, once per occasion: logs it and lists it for operators until one acknowledges it. Pass the transaction of its cause, so
 * that neither is committed without the other.
 */
export async function raiseAlarm(trx: Knex, { kind, occasion, subject, accountId, detail = {} }: NewAlarm): Promise<void> {
  const added = await trx('billing_alarm')
    .insert({
      id: uuidv7(),
      kind,
      cause: `${kind}:${occasion}`,
      subject,
      account_id: accountId ?? null,
      detail: JSON.stringify(detail),
    })
    .onConflict('cause')
    .ignore()
    .returning('id');
  if (added.length > 0) logger().error({ kind, subject, ...detail }, 'billing: ALARM, a person has to look');
}

/** Raises an alarm outside a transaction, for callers that must not fail because the database is unavailable. */
export async function raiseAlarmAlone(alarm: NewAlarm): Promise<void> {
  await raiseAlarm(database(), alarm).catch((error: unknown) => {
    logger().error({ err: error, ...alarm }, 'billing: ALARM, which could not be written down');
  });
}

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

/** Closes an alarm whose cause has been resolved without an operator. An alarm that was acknowledged or never raised does not change. */
export async function settleAlarm(trx: Knex.Transaction, { kind, occasion }: Pick<NewAlarm, 'kind' | 'occasion'>): Promise<void> {
  const settled = await trx('billing_alarm')
    .where({ cause: `${kind}:${occasion}`, acknowledged_at: null })
    .update({ acknowledged_at: trx.fn.now() })
    .returning(['id', 'subject']);
  for (const { id, subject } of settled)
    await recordAudit({ actor: 'system:billing', action: 'alarm.settle', subject: `alarm:${id}`, detail: { kind, about: subject } }, trx);
}
