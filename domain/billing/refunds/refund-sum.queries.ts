import { organisationPlanById, planById, usedTokensCents } from '#contract/billing/catalogue.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { expression, sql, type Sql, rowsOf } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { REFUND_BELOW_PERCENT, REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import type { RefundSum } from '#contract/billing/subscription.contract.ts';
import { wordsOfPayment } from '#domain/billing/checkout/payment-messages.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';

/** SQL condition: within the time limit of a refund, the deadline included. @param paidAt the column */
export const isInTime = (paidAt: Sql): Sql => sql`now() <= ${paidAt} + ${REFUND_DAYS} * interval '1 day'`;
/** SQL condition: a bank has ever disputed the payment; afterwards Stripe refunds nothing of it (`charge_disputed`), even if we won. */
export const wasDisputed = (payment: Sql): Sql =>
  sql`exists (select from billing_dispute d where d.payment_id = ${payment}.id and d.status not like 'warning%')`;
/** SQL condition: a refund `r` is made, pending, or bounced at Stripe. A bounced refund needs an operator and is not repeated. */
export const REFUNDED = sql`(r.status <> 'failed' or r.stripe_refund_id is not null)`;

/**
 * SQL condition: a payment `p` paid for an upgrade of a plan whose own payment can still be refunded, so it is refunded together with that
 * payment, not alone.
 */
export const GOES_WITH_PLAN = sql`(p.reason = 'subscription_update' and exists (
  select from billing_payment own
   where own.stripe_subscription_id = p.stripe_subscription_id and own.reason <> 'subscription_update' and own.status = 'paid'
     and own.refunded_cents < own.amount_cents and ${isInTime(sql`own.paid_at`)}))`;

/** The part of a payment that is refunded. */
export interface Share<P = PaymentRow> {
  readonly payment: P;
  readonly cents: number;
  /** The payment's part that was unused when the plan was upgraded. */
  readonly isRest: boolean;
}

/** The refund of a payment, and the deduction for work done with it. */
export interface Back<P = PaymentRow> {
  readonly shares: readonly Share<P>[];
  readonly used: UsedWork;
}

type RefundedPayment = Pick<
  PaymentRow,
  | 'id'
  | 'reason'
  | 'stripe_subscription_id'
  | 'amount_cents'
  | 'refunded_cents'
  | 'unused_cents'
  | 'created_at'
  | 'package_id'
  | 'description'
>;

/**
 * Returns the refund that the owner would get for each of these payments, its own share first. The plan ends, so upgrades paid within the
 * time limit are refunded too. If only the upgrade is refundable, it is refunded with the part of earlier payments that was unused at its
 * time: the user has then paid for the days before it and no others. Work done with the payments is deducted (`netShares`).
 */
export async function sharesOf<P extends RefundedPayment>(store: Knex, payments: readonly P[]): Promise<Back<P | PaymentRow>[]> {
  const raises = await raisesOf(store, payments);
  const earlier = await paidOf(
    store,
    payments.filter(({ reason }) => reason === 'subscription_update'),
  );
  const used = await usedWorkOf(store, payments);
  return payments.map((payment, index) => {
    const ofPlan = (one: PaymentRow) => one.stripe_subscription_id === payment.stripe_subscription_id && one.id !== payment.id;
    const back = [payment, ...raises.filter(ofPlan)];
    const rests = payment.reason === 'subscription_update' ? restsOf(back, earlier.filter(ofPlan)) : [];
    return { shares: [...back.map((one) => ({ payment: one, cents: leftOf(one), isRest: false })), ...rests], used: used[index]! };
  });
}

const leftOf = ({ amount_cents: cents, refunded_cents: given }: Pick<PaymentRow, 'amount_cents' | 'refunded_cents'>): number =>
  cents - given;

const plansOf = (payments: readonly RefundedPayment[]): string[] =>
  payments.map(({ stripe_subscription_id: id }) => id).filter((id) => id !== null);

/** Returns the upgrades of these plans that were paid within the time limit, oldest first. */
async function raisesOf(store: Knex, payments: readonly RefundedPayment[]): Promise<PaymentRow[]> {
  const plans = plansOf(payments);
  if (plans.length === 0) return [];
  return store('billing_payment')
    .whereIn('stripe_subscription_id', plans)
    .where({ reason: 'subscription_update', status: 'paid', disputed: false })
    .where(
      expression(
        store,
        sql`${isInTime(sql`paid_at`)} and refunded_cents = 0 and amount_cents > 0 and not ${wasDisputed(sql`billing_payment`)}`,
      ),
    )
    .whereNotExists(store('refund as r').where(expression(store, sql`r.payment_id = billing_payment.id and ${REFUNDED}`)))
    .orderBy(['created_at', 'id']);
}

/** Returns the payments of these plans that are not fully refunded, newest first. */
async function paidOf(store: Knex, payments: readonly RefundedPayment[]): Promise<PaymentRow[]> {
  const plans = plansOf(payments);
  if (plans.length === 0) return [];
  return store('billing_payment')
    .whereIn('stripe_subscription_id', plans)
    .where({ status: 'paid', disputed: false })
    .where(expression(store, sql`refunded_cents < amount_cents and not ${wasDisputed(sql`billing_payment`)}`))
    .whereNotExists(
      store('refund').where(expression(store, sql`refund.payment_id = billing_payment.id and refund.status in ('requested','pending')`)),
    )
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
}

/** Returns the parts of earlier payments that were unused when the first upgrade was paid, each at most the rest of its payment. */
function restsOf(raises: readonly RefundedPayment[], earlier: readonly PaymentRow[]): Share[] {
  const first = raises.reduce((one, other) => (other.created_at < one.created_at ? other : one));
  let unused = first.unused_cents;
  const rests: Share[] = [];
  for (const payment of earlier.filter(({ created_at: at }) => at < first.created_at)) {
    const cents = Math.min(unused, leftOf(payment));
    unused -= cents;
    if (cents > 0) rests.push({ payment, cents, isRest: true });
  }
  return rests;
}

/** Deducts the used amount from the last shares first, so that the requested payment is refunded as long as anything is. */
export function netShares<P>({ shares, used }: Back<P>): Share<P>[] {
  let deducted = used.cents;
  const net = shares.toReversed().map((share) => {
    const off = Math.min(deducted, share.cents);
    deducted -= off;
    return { ...share, cents: share.cents - off };
  });
  return net.toReversed().filter(({ cents }) => cents > 0);
}

/** Returns the total refund, as a sentence and in cents. */
export function refundSumOf({ shares, used }: Back<Pick<PaymentRow, 'package_id' | 'reason' | 'description'>>): RefundSum {
  const parts = shares.map(({ payment: { package_id: packageId, reason, description }, cents, isRest }) => {
    const words = wordsOfPayment(packageId, reason, description);
    return { description, ...(words && { description_words: words }), amount_cents: cents, ...(isRest && { is_rest: true }) };
  });
  const whole = shares.reduce((sum, { cents }) => sum + cents, 0);
  const charged = Math.min(whole, used.cents);
  return {
    amount_cents: whole - charged,
    parts,
    ...(charged > 0 && { used: { courses: used.courses, centitokens: used.centitokens, amount_cents: charged } }),
  };
}

type PaidWork = Pick<PaymentRow, 'id' | 'package_id' | 'amount_cents'>;

/** Work done with a payment since it was paid, valued at the price list. */
interface UsedWork {
  /** Courses that units of the plan paid for. */
  readonly courses: number;
  /** Hundredths of a token spent from the lots that the payment granted. */
  readonly centitokens: number;
  readonly cents: number;
  /** Number of unfinished jobs, whose cost is not known yet. */
  readonly isUnderWay: boolean;
}

/**
 * SQL expression: the time from which a payment pays for work. For an upgrade, the time of payment; for a renewal, the start of its period,
 * which is before it is charged.
 */
const FROM = sql`least(p.paid_at, p.created_at, case when p.reason = 'subscription_update' then p.paid_at else coalesce(p.period_start, p.paid_at) end)`;

/** Selects the holds of tokens that a payment granted: through its plan, its order, or a year of its organisation. */
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

/** Selects the courses paid by units of a payment's plan. */
const COURSES = sql`
  from quota_counter c
  join quota_hold h on h.counter_id = c.id
 where s.id is not null and c.owner_kind = 'user' and c.owner_id = p.account_id::text
   and c.feature = 'text_course' and h.created_at >= ${FROM}`;

/**
 * Returns the work done with each of these payments, in the same order. A plan's token is valued at the price of the smallest package, a
 * course at the tokens it would cost, a bought token at its own price. Fractions of a cent are not charged.
 */
async function usedWorkOf(store: Knex, payments: readonly PaidWork[]): Promise<UsedWork[]> {
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

/** SQL condition: fewer lessons of a bought course were opened than end its refund. @param own row of `enrolment` */
export const isBarelyOpened = (own: Sql, lessonCount: Sql): Sql =>
  sql`(${own}.opened_lessons = '{}' or cardinality(${own}.opened_lessons) * 100 < ${lessonCount} * ${REFUND_BELOW_PERCENT})`;

/** SQL condition: the money of a bought course is on its way back. @param own row of `enrolment` */
export const isBeingRefunded = (own: Sql): Sql => sql`exists (
  select from refund back join billing_payment paid on paid.id = back.payment_id
   where paid.order_id = ${own}.order_id and back.requested_by = 'self' and back.status in ('requested', 'pending'))`;
