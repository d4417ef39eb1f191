import type { Knex } from 'knex';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Order } from '#domain/billing/checkout/order.ts';
import type { Purchase } from '#domain/billing/checkout/resolve-purchase.ts';
import { recordSale } from '#domain/billing/ledger/record-sale.command.ts';
import { addNotification } from '#domain/notifications/add-notification.command.ts';
import { database } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import { findCode, priceWith } from './codes.queries.ts';
import { enrol } from './enrol.command.ts';
import { isInMarket } from './in-market.queries.ts';

/**
 * Returns what a user has to pay for a course.
 * @param asked `code`: of the creator, case-insensitive; absent or blank is none
 * @throws ProductError not_found, market.free, market.own_course, market.owned, market.code_invalid
 */
export async function coursePurchase({
  accountId,
  courseId,
  code,
}: {
  accountId: string;
  courseId: string;
  code?: string | undefined;
}): Promise<Purchase & { listCents: number; percent: number }> {
  const id = creatorCourseIdOf(courseId);
  const course = await database()('creator_course')
    .where({ id })
    .where(expression(database(), isInMarket(sql`creator_course`)))
    .first('account_id', 'title', 'price_cents');
  if (!course) throw notFound('course');
  if (course.account_id === accountId)
    throw new ProductError('market.own_course', 'This is your own course. You can find it in My Courses.');
  const owned = await database()('enrolment').where({ account_id: accountId, creator_course_id: id, refunded_at: null }).first('course_id');
  if (owned?.course_id) throw new ProductError('market.owned', 'You already have this course. You can find it in My Courses.');
  if (course.price_cents === 0) throw new ProductError('market.free', 'This course is free.');
  const found = code?.trim() ? await findCode(code, { creatorId: course.account_id, creatorCourseId: id }) : undefined;
  if (found === null) throw new ProductError('market.code_invalid', 'This code does not work for this course, or has expired.');
  const listCents: number = course.price_cents;
  return {
    kind: 'course',
    packageId: id,
    name: course.title,
    amountCents: found ? priceWith(listCents, found.percent) : listCents,
    interval: null,
    trialDays: 0,
    tokens: 0,
    listCents,
    percent: found?.percent ?? 0,
    ...(found && { discount: { codeId: found.id, listCents } }),
  };
}

/**
 * Grants a buyer the course of a paid order and posts the sale, in the caller's transaction.
 * @returns why it cannot be granted; null when it was
 */
export async function grantCourse(trx: Knex.Transaction, order: Order): Promise<string | null> {
  const owned = await trx('enrolment')
    .where({ account_id: order.account_id, creator_course_id: order.package_id, refunded_at: null })
    .whereNotNull('course_id')
    .first('order_id');
  if (owned) return 'the course was bought already';
  const course = await trx('creator_course').where({ id: order.package_id }).first('account_id', 'title');
  const given =
    course &&
    (await enrol(trx, {
      accountId: order.account_id,
      creatorCourseId: order.package_id,
      orderId: order.id,
      paidCents: order.amount_cents,
    }));
  if (!given) return 'the course is gone';
  await recordSale(trx, {
    orderId: order.id,
    creatorId: course.account_id,
    priceCents: order.amount_cents,
    cause: toSentence('Sale: {title}', { title: course.title }),
  });
  await addNotification(trx, {
    accountId: course.account_id,
    kind: 'course.sold',
    cause: `course.sold:${order.id}`,
    subject: course.title,
  });
  return null;
}
