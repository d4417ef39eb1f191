import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import type { BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { DELETED_DOMAIN } from '#domain/mail/mail.commands.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { decodeCursor, encodeCursor } from '#domain/platform/page-cursor.ts';
import { dashboardAddress } from '#domain/vendors/stripe/dashboard-address.ts';

interface AlarmRow {
  readonly id: string;
  readonly kind: BillingAlarm['kind'];
  readonly at: Date;
  readonly subject: string;
  readonly account_id: string | null;
  readonly email: string | null;
  readonly detail: BillingAlarm['detail'];
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
  readonly settled: boolean;
  readonly sort_at: string;
}

const ALARM = sql`select alarm.id, alarm.kind, alarm.at, alarm.subject, alarm.account_id, alarm.detail, alarm.acknowledged_at,
    alarm.acknowledged_at is not null and alarm.acknowledged_by is null as settled,
    whose.email, operator.email as acknowledged_by, to_char(alarm.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as sort_at
  from billing_alarm alarm left join account whose on whose.id = alarm.account_id
  left join account operator on operator.id = alarm.acknowledged_by`;

/** Lists open or acknowledged alarms, newest first. @throws ProductError validation.failed for an invalid cursor */
export async function listAlarms({
  state,
  cursor,
  limit,
}: {
  state: 'open' | 'acknowledged';
  cursor?: string | undefined;
  limit: number;
}): Promise<{ alarms: BillingAlarm[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor, 'cursor');
  const rows = await rowsOf<AlarmRow>(
    database(),
    sql`${ALARM} where alarm.acknowledged_at is ${state === 'open' ? sql`null` : sql`not null`}
        ${after ? sql`and (alarm.at, alarm.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
      order by alarm.at desc, alarm.id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    alarms: page.map(toAlarm),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}

/** Returns one alarm; null when the id is unknown. */
export async function findAlarm(store: Knex, alarmId: string): Promise<BillingAlarm | null> {
  const [row] = await rowsOf<AlarmRow>(store, sql`${ALARM} where alarm.id = ${alarmId}`);
  return row ? toAlarm(row) : null;
}

const livingAddress = (email: string | null): string | null => (email?.endsWith(DELETED_DOMAIN) ? null : email);

const toAlarm = (row: AlarmRow): BillingAlarm => ({
  alarm_id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  subject: row.subject,
  stripe_url: dashboardAddress(row.subject.slice(row.subject.indexOf(':') + 1), config().payments.mode),
  account: row.account_id === null ? null : { user_id: row.account_id, email: livingAddress(row.email) },
  detail: row.detail,
  acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
  acknowledged_by: livingAddress(row.acknowledged_by),
  settled: row.settled,
});
