import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { mailOperators } from '#domain/mail/mail.commands.ts';
import { readSamples, type Sample } from '#domain/operator/overview/overview.queries.ts';
import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { auditAct, type Operator } from '#domain/operator/audit/operator-act.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import { ALERT_RULES, type AlertRule } from './alert-rules.ts';
import { readAlert } from './alert.queries.ts';
import type { OperatorAlert as AlertRow } from './operator-alert.model.ts';

/** Key of the advisory lock: one process watches at a time, the others skip. */
const WATCH_LOCK = 7102;

/** Returns what currently violates a rule: the subject (a queue, a service; '' for the installation) and its worst value. */
export function findViolations(rule: AlertRule, samples: readonly Sample[]): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const { metric, labels, value } of samples) {
    if (metric !== rule.metric || Object.entries(rule.where ?? {}).some(([name, wanted]) => labels[name] !== wanted)) continue;
    if (rule.is === '>' ? value <= rule.threshold : value >= rule.threshold) continue;
    const subject = rule.by ? (labels[rule.by] ?? '') : '';
    held.set(subject, Math.max(value, held.get(subject) ?? -Infinity));
  }
  return held;
}

/**
 * Evaluates the rules: an alert opens when its rule has held long enough, is mailed to every operator once, and ends when the rule no
 * longer holds. Several processes may call it at once.
 * @returns number of alerts opened and ended
 */
export async function watchAlerts(): Promise<{ opened: number; ended: number }> {
  const samples = await readSamples();
  return transact(async (trx) => {
    const [lock] = await rowsOf<{ is_mine: boolean }>(trx, sql`select pg_try_advisory_xact_lock(${WATCH_LOCK}) as is_mine`);
    if (!lock!.is_mine) return { opened: 0, ended: 0 };
    let [opened, ended] = [0, 0];
    const live = new Set<string>(await trx('operator_alert').whereNull('ended_at').pluck('rule'));
    for (const rule of ALERT_RULES) {
      const held = findViolations(rule, samples);
      for (const [subject, value] of held) opened += (await hold(trx, rule, subject, value)) ? 1 : 0;
      if (live.has(rule.name)) ended += await release(trx, rule, [...held.keys()]);
    }
    return { opened, ended };
  });
}

/** Records that a rule holds. @returns whether its alert has opened now */
async function hold(trx: Knex.Transaction, rule: AlertRule, subject: string, value: number): Promise<boolean> {
  const [alert] = await rowsOf<{ id: string; opens: boolean }>(
    trx,
    sql`insert into operator_alert as alert (id, rule, subject, value) values (${uuidv7()}, ${rule.name}, ${subject}, ${value})
        on conflict (rule, subject) where ended_at is null do update set value = excluded.value
        returning id, opened_at is null and holds_since <= now() - ${rule.forS} * interval '1 s' as opens`,
  );
  const { id, opens } = alert!;
  if (!opens) return false;
  await trx('operator_alert').where({ id }).update({ opened_at: trx.fn.now() });
  await mailOperators(trx, {
    kind: 'operator-alert',
    cause: `operator-alert:${id}`,
    data: { rule: rule.name, summary: rule.summary, subject, value, threshold: rule.threshold, link: '/operator' },
  });
  await tellPrograms(trx, { id, rule: rule.name, subject, value }, 'open');
  return true;
}

/** Ends alerts that no longer hold; those that never opened are deleted. @returns number of ended alerts */
async function release(trx: Knex.Transaction, rule: AlertRule, held: readonly string[]): Promise<number> {
  const live = () => trx('operator_alert').where({ rule: rule.name }).whereNull('ended_at').whereNotIn('subject', held);
  await live().whereNull('opened_at').del();
  const ended = await live().update({ ended_at: trx.fn.now() }).returning(['id', 'rule', 'subject', 'value']);
  for (const alert of ended) await tellPrograms(trx, alert, 'ended');
  return ended.length;
}

type Told = Pick<AlertRow, 'id' | 'rule' | 'subject' | 'value'>;

const tellPrograms = (trx: Knex.Transaction, { id, rule, subject, value }: Told, state: 'open' | 'ended'): Promise<void> =>
  publishEvent(trx, { type: 'alert.changed', to: 'operators', objectId: id, data: { state, rule, where: subject, value: Number(value) } });

interface AlertNote {
  readonly alertId: string;
  /** Whether the operator looks after it from now on; absent: as before. */
  readonly mine?: boolean | undefined;
  /** What is known of it; absent: as before. */
  readonly note?: string | undefined;
}

/** Makes an alert the operator's, or nobody's, and writes down what is known of it. Audited. @throws ProductError not_found */
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
