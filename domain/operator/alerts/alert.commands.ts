import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { AlarmKind } from '#contract/billing/alarms.contract.ts';
import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { mailOperators } from '#domain/mail/mail.commands.ts';
import { auditAct, type Operator } from '#domain/platform/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import { alarmRule, type AlertRule } from './alert-rules.ts';
import { readAlert } from './alert.queries.ts';
import type { OperatorAlert as AlertRow } from './operator-alert.model.ts';

type Told = Pick<AlertRow, 'id' | 'rule' | 'subject' | 'value' | 'due_at'>;

/** Informs operators by mail and webhook that an alert has begun; once per alert, however often it is called. */
export async function tellOfAlert(trx: Knex.Transaction, rule: AlertRule, alert: Told, link = '/operator'): Promise<void> {
  const { id, subject, value, due_at: dueAt } = alert;
  await mailOperators(trx, {
    kind: 'operator-alert',
    cause: `operator-alert:${id}`,
    data: {
      rule: rule.name,
      summary: rule.summary,
      subject,
      value,
      threshold: rule.threshold,
      link,
      ...(dueAt && { due_at: dueAt.toISOString() }),
    },
  });
  await tellPrograms(trx, alert, 'open');
}

/** Ends alerts, and informs programs about those that had opened. @param which selects the alerts @returns number of alerts ended */
export async function endAlerts(trx: Knex.Transaction, which: (alerts: Knex.QueryBuilder) => void): Promise<number> {
  const ended: Told[] = await trx('operator_alert')
    .whereNull('ended_at')
    .whereNotNull('opened_at')
    .modify(which)
    .update({ ended_at: trx.fn.now() })
    .returning(['id', 'rule', 'subject', 'value', 'due_at']);
  for (const alert of ended) await tellPrograms(trx, alert, 'ended');
  return ended.length;
}

const tellPrograms = (trx: Knex.Transaction, { id, rule, subject, value, due_at: dueAt }: Told, state: 'open' | 'ended'): Promise<void> =>
  publishEvent(trx, {
    type: 'alert.changed',
    to: 'operators',
    objectId: id,
    data: { state, rule, where: subject, value: Number(value), ...(dueAt && { due_at: dueAt.toISOString() }) },
  });

interface Raised {
  readonly kind: AlarmKind;
  /** Distinguishes it from other alerts of its rule. */
  readonly subject: string;
  readonly alarmId: string;
  readonly dueAt: Date | null;
}

/**
 * Opens the alert of an alarm, in the transaction that raises it. Unlike an alert about a figure, it opens at once, and ends with its
 * alarm. Once per alarm.
 */
export async function openAlert(trx: Knex.Transaction, { kind, subject, alarmId, dueAt }: Raised): Promise<void> {
  const rule = alarmRule(kind);
  const [alert] = await trx('operator_alert')
    .insert({ id: uuidv7(), rule: rule.name, subject, value: 1, opened_at: trx.fn.now(), alarm_id: alarmId, due_at: dueAt })
    .onConflict()
    .ignore()
    .returning(['id', 'rule', 'subject', 'value', 'due_at']);
  if (alert) await tellOfAlert(trx, rule, alert, '/operator/payments');
}

/** Changes the due date of an alarm's alert. @returns number of alerts changed */
export const moveAlert = (trx: Knex.Transaction, alarmId: string, dueAt: Date | null): Promise<number> =>
  trx('operator_alert').where({ alarm_id: alarmId }).update({ due_at: dueAt });

interface AlertNote {
  readonly alertId: string;
  /** Whether the operator takes charge of it; undefined for no change. */
  readonly mine?: boolean | undefined;
  /** The note; undefined for no change. */
  readonly note?: string | undefined;
}

/** Assigns an alert to the operator, or to nobody, and stores a note. Audited. @throws ProductError not_found */
export async function noteAlert({ alertId, mine, note }: AlertNote, operator: Operator): Promise<OperatorAlert> {
  await transact(async (trx) => {
    const before = await trx('operator_alert')
      .where({ id: alertId })
      .whereNotNull('opened_at')
      .forUpdate()
      .first('rule', 'owner_id', 'note');
    if (!before) throw notFound('alert');
    const after = { owner_id: mine === undefined ? before.owner_id : mine ? operator.accountId : null, note: note ?? before.note };
    await trx('operator_alert').where({ id: alertId }).update(after);
    await auditAct(trx, operator, {
      action: note === undefined ? (mine ? 'alert.take' : 'alert.give_back') : 'alert.note',
      subject: `alert:${alertId}`,
      before,
      after: { rule: before.rule, ...after },
    });
  });
  return readAlert(alertId);
}
