import { empty, rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { ALARM_KINDS, actsOf, type AlarmAct, type AlarmKind, type BillingAlarm } from '#contract/billing/alarms.contract.ts';
import { DELETED_DOMAIN } from '#domain/mail/mail.commands.ts';
import { wasDisputed } from '#domain/billing/refunds/refund-sum.queries.ts';
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
  readonly due_at: Date | null;
  readonly act: AlarmAct | null;
  readonly payment: {
    readonly id: string;
    readonly intent: string | null;
    readonly amount_cents: number;
    readonly left: number;
    readonly disputed: boolean;
  } | null;
  /** State and price of the order that the alarm is about, if any. */
  readonly ordered: { readonly status: string; readonly amount_cents: number; readonly is_refunded: boolean } | null;
  readonly is_dead: boolean | null;
  readonly sort_at: string;
}

/** SQL expression: the id in a subject `<kind>:<id>`; null for a subject of another kind. */
const idIn = (kind: string) => sql`case when alarm.subject like ${`${kind}:%`} then substr(alarm.subject, ${kind.length + 2}) end`;

/** SQL expression: cents of a payment `p` that are not refunded and have no refund under way. */
const LEFT = sql`(p.amount_cents - p.refunded_cents
  - coalesce((select sum(r.amount_cents) from refund r where r.payment_id = p.id and r.status in ('requested', 'pending')), 0))::bigint`;

/**
 * Sort key, descending: alarms with a due date come first, earliest first, then the others, newest first. A due date maps to a time
 * centuries ahead, earlier for later dates.
 */
const OPEN_ORDER = sql`coalesce('3000-01-01'::timestamptz - (alarm.due_at - '2000-01-01'::timestamptz), alarm.at)`;

const alarms = (
  order: Sql,
): Sql => sql`select alarm.id, alarm.kind, alarm.at, alarm.subject, alarm.account_id, alarm.detail, alarm.acknowledged_at,
    alarm.acknowledged_at is not null and alarm.acknowledged_by is null as settled, alarm.due_at, alarm.act,
    whose.email, operator.email as acknowledged_by,
    (select json_build_object('id', p.id, 'intent', p.stripe_payment_intent_id, 'amount_cents', p.amount_cents, 'left', ${LEFT}, 'disputed', p.disputed or ${wasDisputed(sql`p`)})
       from billing_payment p
      where p.status = 'paid' and (p.id::text = ${idIn('payment')} or p.order_id::text = ${idIn('order')}) limit 1) as payment,
    (select json_build_object('status', o.status, 'amount_cents', o.amount_cents,
                              'is_refunded', exists (select from refund r join billing_payment p on p.id = r.payment_id
                                                      where p.order_id = o.id and r.status <> 'failed'))
       from billing_order o where o.id::text = ${idIn('order')}) as ordered,
    (select event.state = 'dead' from stripe_event event where event.event_id = ${idIn('event')}) as is_dead,
    to_char(${order} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as sort_at
  from billing_alarm alarm left join account whose on whose.id = alarm.account_id
  left join account operator on operator.id = alarm.acknowledged_by`;

/**
 * Lists alarms that are open or acknowledged. Open alarms with a due date come first; the rest are sorted newest first.
 * @throws ProductError validation.failed for an invalid cursor
 */
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
  const order = state === 'open' ? OPEN_ORDER : sql`alarm.at`;
  const rows = await rowsOf<AlarmRow>(
    database(),
    sql`${alarms(order)} where alarm.acknowledged_at is ${state === 'open' ? sql`null` : sql`not null`}
        ${after ? sql`and (${order}, alarm.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
      order by ${order} desc, alarm.id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    alarms: page.map(toAlarm),
    next_cursor: rows.length > limit && last ? encodeCursor({ at: last.sort_at, id: last.id }) : null,
  };
}

/** Counts the open alarms of each kind; kinds without alarms are 0. */
export async function countAlarms(): Promise<ReadonlyMap<AlarmKind, number>> {
  const rows = await rowsOf<{ kind: AlarmKind; open: number }>(
    database(),
    sql`select kind, count(*)::int as open from billing_alarm where acknowledged_at is null group by kind`,
  );
  const open = new Map(rows.map((row) => [row.kind, row.open]));
  return new Map(ALARM_KINDS.map((kind) => [kind, open.get(kind) ?? 0]));
}

/** Returns one alarm; null when the id is unknown. */
export async function findAlarm(store: Knex, alarmId: string): Promise<BillingAlarm | null> {
  const [row] = await rowsOf<AlarmRow>(store, sql`${alarms(sql`alarm.at`)} where alarm.id = ${alarmId}`);
  return row ? toAlarm(row) : null;
}

const livingAddress = (email: string | null): string | null => (email?.endsWith(DELETED_DOMAIN) ? null : email);

/** Returns the actions open to an operator now: those offered for this kind of alarm that the facts still allow. */
function possibleActs({ kind, payment, ordered, is_dead: isDead, acknowledged_at: closed }: AlarmRow): AlarmAct[] {
  if (closed !== null) return [];
  const isWaiting = ordered?.status === 'review' && !ordered.is_refunded;
  const isOtherAmount = payment !== null && ordered !== null && payment.amount_cents !== ordered.amount_cents;
  const can: Readonly<Record<AlarmAct, boolean>> = {
    refund: payment !== null && payment.left > 0 && !payment.disputed,
    accept: isWaiting && isOtherAmount,
    give: isWaiting && !isOtherAmount,
    retry: isDead === true,
  };
  return actsOf(kind).filter((act) => can[act]);
}

/** Returns the page in Stripe's dashboard: of the dispute if there is one, else of the alarm's subject, else of the payment. */
function stripeAddress({ subject, detail, payment }: AlarmRow): string | null {
  const ids = [detail['dispute'], subject.slice(subject.indexOf(':') + 1), payment?.intent, detail['object']];
  return ids.map((id) => dashboardAddress(String(id ?? ''), config().payments)).find((address) => address !== null) ?? null;
}

const toAlarm = (row: AlarmRow): BillingAlarm => ({
  alarm_id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  subject: row.subject,
  stripe_url: stripeAddress(row),
  account: row.account_id === null ? null : { user_id: row.account_id, email: livingAddress(row.email) },
  detail: row.detail,
  due_at: row.due_at?.toISOString() ?? null,
  acts: possibleActs(row),
  payment: row.payment && { payment_id: row.payment.id, amount_cents: row.payment.amount_cents, left_cents: row.payment.left },
  act: row.act,
  acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
  acknowledged_by: livingAddress(row.acknowledged_by),
  settled: row.settled,
});
