import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { NAME_SQL } from '#domain/operator/runs/search-runs.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { expression } from '#domain/platform/sql.ts';
import { ALERT_RULES } from './alert-rules.ts';

interface AlertRow {
  readonly id: string;
  readonly rule: string;
  readonly subject: string;
  readonly value: number;
  readonly opened_at: Date | null;
  readonly ended_at: Date | null;
  readonly note: string;
  readonly due_at: Date | null;
  readonly owner_id: string | null;
  readonly email: string | null;
  readonly name: string | null;
}

const SHOWN = 100;

/** Lists open alerts: those with a due date first, by date, then the newest. */
export async function openAlerts(): Promise<OperatorAlert[]> {
  return wire(
    await newest()
      .whereNull('ended_at')
      .clearOrder()
      .orderBy('due_at', 'asc', 'last')
      .orderBy('opened_at', 'desc')
      .orderBy('operator_alert.id', 'desc'),
  );
}

/** Lists the newest alerts, open or ended, after the open ones with a due date. */
export async function recentAlerts(): Promise<OperatorAlert[]> {
  const due = await newest().whereNull('ended_at').whereNotNull('due_at').clearOrder().orderBy(['due_at', 'operator_alert.id']);
  const ids = due.map(({ id }) => id);
  return wire([...due, ...(await newest().whereNotIn('operator_alert.id', ids))].slice(0, SHOWN));
}

/** Returns one alert. @throws ProductError not_found */
export async function readAlert(id: string): Promise<OperatorAlert> {
  const [alert] = wire(await newest().where('operator_alert.id', id));
  if (!alert) throw notFound('alert');
  return alert;
}

const newest = () =>
  database()('operator_alert')
    .leftJoin('account', 'account.id', 'operator_alert.owner_id')
    .whereNotNull('opened_at')
    .orderBy('opened_at', 'desc')
    .orderBy('operator_alert.id', 'desc')
    .limit(SHOWN)
    .select('operator_alert.*', 'account.email', expression(database(), NAME_SQL));

/** Converts alerts for the wire, without those of rules that no longer exist. */
const wire = (rows: readonly AlertRow[]): OperatorAlert[] =>
  rows.flatMap(
    ({
      id,
      rule: name,
      subject,
      value,
      opened_at: openedAt,
      ended_at: endedAt,
      owner_id: ownerId,
      email,
      name: person,
      note,
      due_at: dueAt,
    }) => {
      const rule = ALERT_RULES.find((one) => one.name === name);
      if (!rule) return [];
      const { severity, threshold } = rule;
      return {
        id,
        rule: name,
        severity,
        subject,
        value,
        threshold,
        opened_at: openedAt!.toISOString(),
        ended_at: endedAt?.toISOString() ?? null,
        owner: ownerId !== null && email !== null ? { user_id: ownerId, email, name: person ?? '' } : null,
        note,
        due_at: dueAt?.toISOString() ?? null,
      };
    },
  );
