import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { AlarmAct, AlarmKind, BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { billingPorts } from '#domain/billing/billing.ports.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findAlarm } from './alarm.queries.ts';

export interface NewAlarm {
  readonly kind: AlarmKind;
  /** Unique among alarms of its kind: the same occasion, even years later, is the same alarm. */
  readonly occasion: string;
  /** What the alarm is about, as `<kind>:<id>`. */
  readonly subject: string;
  readonly accountId?: string;
  /** Plain facts for the operator; no secrets. */
  readonly detail?: Readonly<Record<string, string | number>>;
  /** When an operator must have acted, e.g. the bank's deadline. */
  readonly dueAt?: Date | null;
}

/**
 * Raises an alarm, once per occasion: logs it, lists it for operators until one acknowledges it, and opens an alert, which is mailed and
 * sent to programs. Call it in the transaction that causes the alarm, so that neither is committed without the other. Raised again with
 * another due date, the alarm takes the new date.
 */
export async function raiseAlarm(store: Knex, { kind, occasion, subject, accountId, detail = {}, dueAt = null }: NewAlarm): Promise<void> {
  await store.transaction(async (trx) => {
    const cause = `${kind}:${occasion}`;
    const [added] = await trx('billing_alarm')
      .insert({ id: uuidv7(), kind, cause, subject, account_id: accountId ?? null, detail: JSON.stringify(detail), due_at: dueAt })
      .onConflict('cause')
      .ignore()
      .returning('id');
    if (added) {
      await billingPorts().alerts.open(trx, { kind, subject: occasion, alarmId: added.id, dueAt });
      logger().error({ kind, subject, ...detail }, 'billing: ALARM, an operator must look at it');
    } else if (dueAt) {
      const [moved] = await trx('billing_alarm').where({ cause }).whereNot({ due_at: dueAt }).update({ due_at: dueAt }).returning('id');
      if (moved) await billingPorts().alerts.move(trx, moved.id, dueAt);
    }
  });
}

/**
 * Opens the missing alerts of open alarms and ends the alerts of closed ones. An older release, which may run beside this one, does
 * neither.
 * @returns number of alerts opened and ended
 */
export async function matchAlarms(trx: Knex.Transaction): Promise<{ opened: number; ended: number }> {
  const untold = await trx('billing_alarm as alarm')
    .whereNull('alarm.acknowledged_at')
    .whereNotExists(trx('operator_alert').where('alarm_id', trx.ref('alarm.id')))
    .orderBy('alarm.at')
    .limit(AT_ONCE)
    .select('alarm.id', 'alarm.kind', 'alarm.cause', 'alarm.due_at');
  for (const { id, kind, cause, due_at: dueAt } of untold)
    await billingPorts().alerts.open(trx, { kind, subject: cause.slice(kind.length + 1), alarmId: id, dueAt });
  const ended = await billingPorts().alerts.end(
    trx,
    (alerts) => void alerts.whereIn('alarm_id', trx('billing_alarm').whereNotNull('acknowledged_at').select('id')),
  );
  return { opened: untold.length, ended };
}

/** Maximum number of alarms checked in one pass. */
const AT_ONCE = 100;

/**
 * Closes open alarms and their alerts.
 * @param which picks the alarms
 * @param by the operator, or null when the cause resolved itself
 * @returns the closed alarms
 */
async function closeAlarms(
  trx: Knex.Transaction,
  which: Readonly<Record<string, string>>,
  { by, act = null }: { by: string | null; act?: AlarmAct | null },
): Promise<{ id: string; kind: AlarmKind; subject: string }[]> {
  const closed = await trx('billing_alarm')
    .where(which)
    .whereNull('acknowledged_at')
    .update({ acknowledged_at: trx.fn.now(), acknowledged_by: by, act })
    .returning(['id', 'kind', 'subject']);
  const ids = closed.map(({ id }) => id);
  if (ids.length > 0) await billingPorts().alerts.end(trx, (alerts) => void alerts.whereIn('alarm_id', ids));
  return closed;
}

/** Raises an alarm outside a transaction, for callers that must not fail because the database is unavailable. */
export async function raiseAlarmAlone(alarm: NewAlarm): Promise<void> {
  await raiseAlarm(database(), alarm).catch((error: unknown) => {
    logger().error({ err: error, ...alarm }, 'billing: ALARM, which could not be stored');
  });
}

/**
 * Acknowledges an alarm: it leaves the operators' list of open alarms. The first operator to do so stays recorded. @throws ProductError
 * not_found
 */
export async function acknowledgeAlarm({ accountId, alarmId }: { accountId: string; alarmId: string }): Promise<BillingAlarm> {
  if (!isUuid(alarmId)) throw notFound('alarm');
  return transact(async (trx) => {
    await noteAlarmClosed(trx, { alarmId, accountId });
    const alarm = await findAlarm(trx, alarmId);
    if (!alarm) throw notFound('alarm');
    return alarm;
  });
}

/** Closes an alarm for an operator, with the action taken, in the action's transaction. Audited. @returns whether this call closed it */
export async function noteAlarmClosed(
  trx: Knex.Transaction,
  { alarmId, accountId, act = null }: { alarmId: string; accountId: string; act?: AlarmAct | null },
): Promise<boolean> {
  const [first] = await closeAlarms(trx, { id: alarmId }, { by: accountId, act });
  if (!first) return false;
  const detail = { kind: first.kind, about: first.subject };
  await recordAudit(
    { actor: `account:${accountId}`, action: act === null ? 'alarm.acknowledge' : `alarm.${act}`, subject: `alarm:${alarmId}`, detail },
    trx,
  );
  return true;
}

/** Closes an alarm whose cause has been resolved without an operator. An alarm that was acknowledged or never raised does not change. */
export async function settleAlarm(trx: Knex.Transaction, { kind, occasion }: Pick<NewAlarm, 'kind' | 'occasion'>): Promise<void> {
  for (const { id, subject } of await closeAlarms(trx, { cause: `${kind}:${occasion}` }, { by: null }))
    await recordAudit({ actor: 'system:billing', action: 'alarm.settle', subject: `alarm:${id}`, detail: { kind, about: subject } }, trx);
}
