import type { Knex } from 'knex';
import { COURSE_REFUNDS, REFUND_BELOW_PERCENT, REFUND_DAYS, REFUND_ONCE_IN_MONTHS } from '#contract/billing/refund-policy.ts';
import type { RefundRefusal } from '#contract/billing/subscription.contract.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import { GOES_WITH_PLAN, isBarelyOpened, isInTime, REFUNDED, wasDisputed } from './refund-sum.queries.ts';

/** SQL condition: a row of `billing_payment` paid for an order of this kind. */
const isFor = (kind: 'course' | 'event', payment: Sql): Sql =>
  sql`exists (select from billing_order o where o.id = ${payment}.order_id and o.kind = ${kind})`;
/** SQL condition: a payment `p` was for a course in the market. */
export const IS_COURSE = isFor('course', sql`p`);

const SINCE = sql`r.created_at > now() - ${`${REFUND_ONCE_IN_MONTHS} months`}::interval`;
/** SQL: the refunds that users made themselves, of payments `earlier`. */
const OWN_REFUNDS = sql`from refund r join billing_payment earlier on earlier.id = r.payment_id
   where r.requested_by = 'self' and r.status <> 'failed'`;
const EARLIER_COURSE = sql`${isFor('course', sql`earlier`)}`;
/** SQL condition: of the account or, if Stripe recognises it, of the payment method of `p`. */
const BY_SAME_PAYER = sql`(r.account_id = p.account_id or earlier.method_fingerprint = p.method_fingerprint)`;

/** SQL expression: the number of lessons of a bought course, whose reader may have deleted their copy. */
const LESSONS = sql`coalesce(
  (select copy.lesson_count from course copy where copy.id = own.course_id),
  (select count(*) from publication_version sold, jsonb_path_query(sold.contents, '$.modules[*].lessons[*]')
    where sold.creator_course_id = own.creator_course_id and sold.number = own.version), 0)`;
const ofEnrolment = (condition: Sql): Sql => sql`exists (select from enrolment own where own.order_id = p.order_id and ${condition})`;

/**
 * SQL expression: why its owner cannot refund a payment `p`, as the error's code; null when they can. The list of payments and the refund
 * itself both ask this, so nothing is offered that is refused.
 */
export const REFUSAL = sql`(case
  when p.status <> 'paid' or p.amount_cents = 0 then 'refund.not_paid'
  when exists (select from refund r where r.payment_id = p.id and r.status <> 'failed') then 'refund.done'
  when exists (select from refund r where r.payment_id = p.id and ${REFUNDED}) then 'refund.not_taken'
  when exists (select from billing_dispute d where d.payment_id = p.id and d.status = 'lost') then 'refund.charged_back'
  when p.disputed then 'refund.disputed'
  when ${wasDisputed(sql`p`)} then 'refund.was_disputed'
  when ${GOES_WITH_PLAN} then 'refund.with_plan'
  when ${isFor('event', sql`p`)} then 'refund.event'
  when ${IS_COURSE} then case
    when ${ofEnrolment(sql`own.exported_at is not null`)} then 'refund.exported'
    when ${ofEnrolment(sql`not ${isBarelyOpened(sql`own`, LESSONS)}`)} then 'refund.too_far'
    when not ${isInTime(sql`p.paid_at`)} then 'refund.too_late'
    when exists (select ${OWN_REFUNDS} and r.account_id = p.account_id and earlier.package_id = p.package_id and ${EARLIER_COURSE}) then 'refund.again'
    when (select count(*) ${OWN_REFUNDS} and ${SINCE} and ${EARLIER_COURSE} and ${BY_SAME_PAYER}) >= ${COURSE_REFUNDS} then 'refund.courses_used'
  end
  when not ${isInTime(sql`p.paid_at`)} then 'refund.too_late'
  when exists (select ${OWN_REFUNDS} and ${SINCE} and r.account_id = p.account_id and not ${EARLIER_COURSE}) then 'refund.used'
end)`;

/** Returns why the owner of a payment cannot refund it; null when they can. */
export async function findRefusal(store: Knex, paymentId: string): Promise<RefundRefusal | null> {
  const [row] = await rowsOf<{ refusal: RefundRefusal | null }>(
    store,
    sql`select ${REFUSAL} as refusal from billing_payment p where p.id = ${paymentId}`,
  );
  return row!.refusal;
}

/** The reason as a sentence. A sentence of a code without words of its own is its title. */
export const REFUSAL_WORDS: Readonly<Partial<Record<RefundRefusal, Sentence>>> = {
  'refund.not_paid': toSentence('Only paid amounts can be refunded.'),
  'refund.not_taken': toSentence('Your bank rejected the refund of this payment. We have been notified and are handling it.'),
  'refund.charged_back': toSentence('The dispute over this payment was decided in your favour: your bank has already returned the money.'),
  'refund.disputed': toSentence('You have disputed this payment with your bank, which will decide.'),
  'refund.was_disputed': toSentence(
    'Your bank has decided the dispute over this payment. The payment service cannot refund a payment that was disputed; write to us if you think that the decision was wrong.',
  ),
  'refund.with_plan': toSentence('This payment upgraded your plan. It can only be refunded together with the payment for the plan itself.'),
  'refund.event': toSentence('The fee is refunded if the event is cancelled.'),
  'refund.exported': toSentence('You have exported this course. An exported course is not refunded.'),
  'refund.too_far': toSentence('A course can be refunded until you have opened {n}% of its lessons.', { n: REFUND_BELOW_PERCENT }),
  'refund.again': toSentence('You have bought this course before, and it was refunded. A course is refunded once.'),
  'refund.courses_used': toSentence(
    'You, or somebody with the same payment method, already received refunds for {n} courses within the last {months} months.',
    { n: COURSE_REFUNDS, months: REFUND_ONCE_IN_MONTHS },
  ),
  'refund.too_late': toSentence('Payments can be refunded within {n} days.', { n: REFUND_DAYS }),
  'refund.used': toSentence('You already received a refund within the last 12 months.'),
};
