import { expression, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { REFUND_BELOW_PERCENT } from '#contract/market/market.contract.ts';
import { lockMoney, unrefundedCents, recordSaleRefund } from '#domain/billing/ledger/record-sale.command.ts';
import type { Cause } from '#domain/billing/ledger/post-transaction.ts';
import { completedLessons } from '#domain/courses/content/live-lesson.queries.ts';
import { deleteCopy } from '#domain/courses/content/delete-copy.command.ts';
import type { PaymentRow } from '#domain/billing/checkout/record-payment.ts';

type OrderPayment = Pick<PaymentRow, 'order_id'>;

/** Tells whether a payment was for a course of the market. */
export async function isOfCourse(trx: Knex, { order_id: id }: OrderPayment): Promise<boolean> {
  return id !== null && (await trx('billing_order').where({ id, kind: 'course' }).first('id')) !== undefined;
}

/** Tells whether a buyer has learned too much of the paid course for a refund. */
export async function isPastRefundLimit(trx: Knex, { order_id: id }: OrderPayment): Promise<boolean> {
  if (!id) return false;
  const row = await trx('enrolment')
    .join('course', 'course.id', 'enrolment.course_id')
    .where('enrolment.order_id', id)
    .first<{ lesson_count: number; completed: number } | undefined>(
      'course.lesson_count',
      expression(trx, sql`${completedLessons(sql`course`)} as completed`),
    );
  return row !== undefined && row.completed * 100 >= row.lesson_count * REFUND_BELOW_PERCENT;
}

interface Back {
  readonly orderId: string;
  /** Identifies the ledger transaction: a refund, or a lost dispute. */
  readonly refundId: string;
  /** Amount; at most what was not refunded yet. */
  readonly cents: number;
  readonly isWhole: boolean;
  readonly cause?: Cause;
}

/**
 * Reverses the refunded part of a course's price for creator and platform; after a full refund the copy is removed too. Does nothing for
 * orders of anything else.
 */
export async function revokeCourse(trx: Knex.Transaction, { orderId, refundId, cents, isWhole, cause }: Back): Promise<void> {
  const sale = await trx('ledger_transaction')
    .where({ idempotency_key: `sale:${orderId}` })
    .first('owner_id');
  if (!sale) return;
  // a refund in progress and a dispute over the whole payment must not deduct twice
  await lockMoney(trx, sale.owner_id);
  const taken = Math.min(cents, await unrefundedCents(trx, orderId));
  if (taken > 0) await recordSaleRefund(trx, { orderId, refundId, cents: taken, ...(cause && { cause }) });
  if (!isWhole) return;
  const [given] = await trx('enrolment')
    .where({ order_id: orderId, refunded_at: null })
    .update({ refunded_at: trx.fn.now(), course_id: null, shares_progress: false })
    .returning(['creator_course_id', 'account_id']);
  if (!given) return;
  await deleteCopy(trx, { accountId: given.account_id, creatorCourseId: given.creator_course_id });
  await trx('course_rating').where({ account_id: given.account_id, creator_course_id: given.creator_course_id }).delete();
}
