import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { matchAlarms } from '#domain/billing/alarms/alarm.commands.ts';
import { readSamples, type Sample } from '#domain/operator/overview/overview.queries.ts';
import { transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { endAlerts, tellOfAlert } from './alert.commands.ts';
import { MEASURED_RULES, type AlertRule } from './alert-rules.ts';

/** Key of the advisory lock: one process evaluates at a time, the others skip. */
const WATCH_LOCK = 7102;

/** Returns the subjects that violate a rule now (a queue, a service; '' for the installation), with their worst values. */
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
 * Evaluates the rules. An alert opens when its condition has held long enough, is mailed to every operator once, and ends when the
 * condition no longer holds. Several processes may call it at once.
 * @returns number of alerts opened and ended
 */
export async function watchAlerts(): Promise<{ opened: number; ended: number }> {
  const samples = await readSamples();
  return transact(async (trx) => {
    const [lock] = await rowsOf<{ is_mine: boolean }>(trx, sql`select pg_try_advisory_xact_lock(${WATCH_LOCK}) as is_mine`);
    if (!lock!.is_mine) return { opened: 0, ended: 0 };
    let [opened, ended] = [0, 0];
    const live = new Set<string>(await trx('operator_alert').whereNull('ended_at').pluck('rule'));
    for (const rule of MEASURED_RULES) {
      const held = findViolations(rule, samples);
      for (const [subject, value] of held) opened += (await hold(trx, rule, subject, value)) ? 1 : 0;
      if (live.has(rule.name)) ended += await release(trx, rule, [...held.keys()]);
    }
    const alarms = await matchAlarms(trx);
    return { opened: opened + alarms.opened, ended: ended + alarms.ended };
  });
}

/** Records that a rule's condition holds. @returns whether its alert has opened now */
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
  await tellOfAlert(trx, rule, { id, rule: rule.name, subject, value, due_at: null });
  return true;
}

/** Ends alerts whose condition no longer holds; those that never opened are deleted. @returns number of ended alerts */
async function release(trx: Knex.Transaction, rule: AlertRule, held: readonly string[]): Promise<number> {
  await trx('operator_alert').where({ rule: rule.name, ended_at: null, opened_at: null }).whereNotIn('subject', held).del();
  return endAlerts(trx, (alerts) => void alerts.where({ rule: rule.name }).whereNotIn('subject', held));
}
