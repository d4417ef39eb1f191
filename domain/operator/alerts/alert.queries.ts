import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ALERT_RULES } from './alert-rules.ts';

interface AlertRow {
  readonly id: string;
  readonly rule: string;
  readonly subject: string;
  readonly value: number;
  readonly opened_at: Date | null;
  readonly ended_at: Date | null;
}

const SHOWN = 100;

/** Lists open alerts, newest first. */
export async function openAlerts(): Promise<OperatorAlert[]> {
  return wire(await newest().whereNull('ended_at'));
}

/** Lists the newest alerts, open or ended. */
export async function recentAlerts(): Promise<OperatorAlert[]> {
  return wire(await newest());
}

const newest = () => database()('operator_alert').whereNotNull('opened_at').orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(SHOWN);

/** Converts alerts for the wire; those of rules that no longer exist are omitted. */
const wire = (rows: readonly AlertRow[]): OperatorAlert[] =>
  rows.flatMap(({ id, rule: name, subject, value, opened_at: openedAt, ended_at: endedAt }) => {
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
    };
  });
