import type { Knex } from 'knex';
import { REFUND_BELOW_PERCENT } from '#contract/market/market.contract.ts';
import { lockMoney, paidStill, recordSaleRefund } from '#domain/billing/ledger/record-sale.command.ts';
import type { Cause } from '#domain/billing/ledger/post-transaction.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';

type Asked = Pick<PaymentRow, 'order_id'>;

/** Whether a payment was for a course of the market. */
export async function isOfCourse(trx: Knex, { order_id: id }: Asked): Promise<boolean> {
  return id !== null && (await trx('billing_order').where({ id, kind: 'course' }).first('id')) !== undefined;
}

/** Whether so much of the course that a payment paid for was learned that it cannot be given back. */
export async function isTooFar(trx: Knex, { order_id: id }: Asked): Promise<boolean> {
  if (!id) return false;
  const row = await trx('enrolment')
    .join('course', 'course.id', 'enrolment.course_id')
    .where({ 'enrolment.order_id': id })
    .first('course.lesson_count', trx.raw(`(${COMPLETED})::int as completed`));
  return row !== undefined && row.completed * 100 >= row.lesson_count * REFUND_BELOW_PERCENT;
}

const COMPLETED = `select count(*) from lesson_completion done where done.course_id = course.id and done.account_id = course.account_id`;

interface Back {
  readonly orderId: string;
  /** Names the movement: of a refund, or of the dispute that was lost. */
  readonly refundId: string;
  /** Of these no more than was not given back yet. */
  readonly cents: number;
  readonly isWhole: boolean;
  readonly cause?: Cause;
}

/**
 * Takes a refunded part of a course's price back from creator and platform; after the whole of it the copy goes too. Orders of anything else
 * are left alone.
 */
export async function takeCourseBack(trx: Knex.Transaction, { orderId, refundId, cents, isWhole, cause }: Back): Promise<void> {
  const sale = await trx('ledger_transaction')
    .where({ idempotency_key: `sale:${orderId}` })
    .first('owner_id');
  if (!sale) return;
  // a refund that is on its way while the bank takes the whole payment takes nothing twice
  await lockMoney(trx, sale.owner_id);
  const taken = Math.min(cents, await paidStill(trx, orderId));
  if (taken > 0) await recordSaleRefund(trx, { orderId, refundId, cents: taken, ...(cause && { cause }) });
  if (!isWhole) return;
  const [given] = await trx('enrolment')
    .where({ order_id: orderId, refunded_at: null })
    .update({ refunded_at: trx.fn.now(), course_id: null, shares_progress: false })
    .returning(['creator_course_id', 'account_id']);
  if (!given) return;
  await trx('course').where({ account_id: given.account_id, enrolled_from: given.creator_course_id }).delete();
  await trx('course_rating').where({ account_id: given.account_id, creator_course_id: given.creator_course_id }).delete();
}
