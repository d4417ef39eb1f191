import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { organisationPlanById, planById, usedTokensCents } from '#contract/billing/catalogue.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';

type PaidWork = Pick<PaymentRow, 'id' | 'package_id' | 'amount_cents'>;

/** Work done with a payment since it was paid, and its value at the price list. */
export interface UsedWork {
  /** Courses paid by units of the plan. */
  readonly courses: number;
  /** Hundredths of a token spent from the lots the payment granted. */
  readonly centitokens: number;
  readonly cents: number;
  /** Unfinished work: its cost is not known yet. */
  readonly isUnderWay: boolean;
}

/**
 * Work counts from when the payment began to pay for it: an upgrade from its own time; a renewal from its period, which begins before it is
 * charged.
 */
const FROM = sql`least(p.paid_at, p.created_at, case when p.reason = 'subscription_update' then p.paid_at else coalesce(p.period_start, p.paid_at) end)`;

/** Holds of tokens that a payment granted: of its plan, of its order, or of a year of its organisation. */
const TOKENS = sql`
  from (select id from token_lot where subscription_id = s.id::text
        union
        select id from token_lot where order_id in (
          select p.order_id::text
          union all
          select t.order_id::text || ':' || to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            from organisation_term t where t.order_id = p.order_id)) l
  join token_hold_lot part on part.lot_id = l.id
  join token_hold h on h.id = part.hold_id
 where h.created_at >= ${FROM}`;

/** Courses paid by units of a payment's plan. */
const COURSES = sql`
  from quota_counter c
  join quota_hold h on h.counter_id = c.id
 where s.id is not null and c.owner_kind = 'user' and c.owner_id = p.account_id::text
   and c.feature = 'text_course' and h.created_at >= ${FROM}`;

/**
 * Returns the work done with these payments, in the same order. A plan's token is valued at the price of the smallest package and a course
 * as its tokens; a bought token at its own price. Fractions of a cent are not charged.
 */
export async function usedWorkOf(store: Knex, payments: readonly PaidWork[]): Promise<UsedWork[]> {
  if (payments.length === 0) return [];
  const rows = await rowsOf<Row>(
    store,
    sql`select p.id,
            (select coalesce(sum(h.units), 0)::int ${COURSES} and h.state = 'used') as courses,
            (select coalesce(sum(part.captured), 0)::bigint ${TOKENS} and h.state = 'captured') as centitokens,
            exists (select ${COURSES} and h.state = 'open') or exists (select ${TOKENS} and h.state = 'open') as under_way,
            (select l.amount from token_lot l where l.order_id = p.order_id::text) as bought
       from billing_payment p left join subscription s on s.stripe_subscription_id = p.stripe_subscription_id
      where p.id = any(${payments.map(({ id }) => id)}::uuid[])`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return payments.map((payment) => {
    const { courses, centitokens, under_way, bought } = found.get(payment.id)!;
    return { courses, centitokens, cents: centsOf(payment, { courses, centitokens, bought }), isUnderWay: under_way };
  });
}

interface Row {
  readonly id: string;
  readonly courses: number;
  readonly centitokens: number;
  readonly under_way: boolean;
  readonly bought: number | null;
}

function centsOf({ package_id: packageId, amount_cents: paid }: PaidWork, used: Pick<Row, 'courses' | 'centitokens' | 'bought'>): number {
  const isPlan = planById(packageId) !== undefined || organisationPlanById(packageId) !== undefined;
  if (isPlan) return usedTokensCents(used.courses * COST_ESTIMATE.base + used.centitokens);
  return used.bought ? Math.floor((paid * used.centitokens) / used.bought) : 0;
}
