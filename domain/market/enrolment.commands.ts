import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { TakenBack } from '#domain/billing/billing.ports.ts';
import type { Order } from '#domain/billing/checkout/order.ts';
import type { Purchase } from '#domain/billing/checkout/resolve-purchase.ts';
import { creatorShare, recordSale, lockMoney, unrefundedCents, recordSaleRefund } from '#domain/billing/ledger/record-sale.command.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import { insertCourse, deleteCopy } from '#domain/courses/content/course.commands.ts';
import { replaceContent } from '#domain/courses/versions/version.commands.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { transact, database } from '#domain/platform/database.ts';
import { copyTranslations } from '#domain/translation/courses/translation.commands.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import { findCode, priceWith } from './codes.queries.ts';
import { isInMarket } from './in-market.queries.ts';

interface Enrolling {
  readonly accountId: string;
  readonly creatorCourseId: string;
  /** The payment's order; undefined for a free course. */
  readonly orderId?: string;
  readonly paidCents?: number;
}

/**
 * Gives a user a copy of a published course, once per user, in the caller's transaction; a repeat returns the existing copy. After a
 * refund, buying again restores the old copy with all progress, and the student counts from that day.
 * @returns id of the copy, or null when no text is published
 */
export async function enrol(trx: Knex.Transaction, { accountId, creatorCourseId, orderId, paidCents }: Enrolling): Promise<string | null> {
  // serialise enrolments, and exclude a concurrent withdrawal
  const source = await trx('creator_course').where({ id: creatorCourseId }).forUpdate().first();
  if (!source?.published_version) return null;
  const earlier = await trx('enrolment').where({ account_id: accountId, creator_course_id: creatorCourseId }).forUpdate().first();
  if (earlier?.course_id && !earlier.refunded_at) return earlier.course_id;
  const bought = { order_id: orderId ?? null, paid_cents: paidCents ?? 0, refunded_at: null };
  const courseId = earlier?.course_id ?? (await copyCourse(trx, { accountId, source: source as Source }));
  await trx('enrolment')
    .insert({
      account_id: accountId,
      creator_course_id: creatorCourseId,
      course_id: courseId,
      version: source.published_version,
      ...bought,
    })
    .onConflict(['account_id', 'creator_course_id'])
    .merge({ course_id: courseId, created_at: trx.fn.now(), ...bought });
  return courseId;
}

interface Source {
  id: string;
  /** The course it is published from; null when its creator has deleted it. */
  published_course_id: string | null;
  published_version: number;
  difficulty: string;
  age_group: string;
  has_final_test: boolean;
}

async function copyCourse(trx: Knex.Transaction, { accountId, source }: { accountId: string; source: Source }): Promise<string> {
  const content = await publishedContent(trx, source.id, source.published_version);
  const courseId = uuidv7();
  await insertCourse(trx, {
    courseId,
    accountId,
    content,
    difficulty: source.difficulty,
    ageGroup: source.age_group,
    kind: 'enrolled',
    enrolledFrom: source.id,
    hasFinalTest: source.has_final_test,
  });
  if (source.published_course_id !== null) await copyTranslations(trx, { from: source.published_course_id, to: courseId, content });
  return courseId;
}

async function publishedContent(trx: Knex.Transaction, creatorCourseId: string, number: number): Promise<CourseContent> {
  const row = await trx('publication_version').where({ creator_course_id: creatorCourseId, number }).first('content');
  return row!.content;
}

/**
 * Enrols in a free course of the market.
 * @returns id of the reader's copy
 * @throws ProductError not_found; market.costs; market.own_course
 */
export async function enrolFree({ accountId, courseId }: { accountId: string; courseId: string }): Promise<string> {
  const id = creatorCourseIdOf(courseId);
  return transact(async (trx) => {
    const course = await trx('creator_course')
      .where({ id })
      .first<{ account_id: string; price_cents: number; is_in_market: boolean } | undefined>(
        'account_id',
        'price_cents',
        expression(trx, sql`${isInMarket(sql`creator_course`)} as is_in_market`),
      );
    const owned = await trx('enrolment').where({ account_id: accountId, creator_course_id: id, refunded_at: null }).first('course_id');
    if (owned?.course_id) return owned.course_id;
    if (!course?.is_in_market) throw notFound('course');
    if (course.account_id === accountId)
      throw new ProductError('market.own_course', 'This is your own course. You can find it in My Courses.');
    if (course.price_cents > 0) throw new ProductError('market.costs', 'This course is not free.');
    return (await enrol(trx, { accountId, creatorCourseId: id }))!;
  });
}

/**
 * Updates a reader's copy to the published version. Lessons are matched by id, so completions, notes and marks stay. Repeating it changes
 * nothing.
 * @throws ProductError not_found when the reader has no copy, or the course is no longer published
 */
export async function takeUpdate({
  accountId,
  courseId,
}: {
  accountId: string;
  courseId: string;
}): Promise<{ course_id: string; version: number }> {
  const id = creatorCourseIdOf(courseId);
  return transact(async (trx) => {
    const own = await trx('enrolment')
      .where({ account_id: accountId, creator_course_id: id, refunded_at: null })
      .whereNotNull('course_id')
      .forUpdate()
      .first();
    const source = await trx('creator_course')
      .where({ id })
      .where(expression(trx, isInMarket(sql`creator_course`)))
      .first('published_version', 'published_course_id', 'has_final_test');
    if (!own || !source) throw notFound('course');
    if (own.version < source.published_version!) {
      const content = await publishedContent(trx, id, source.published_version!);
      await replaceContent(trx, own.course_id!, { content, hasFinalTest: source.has_final_test });
      if (source.published_course_id !== null)
        await copyTranslations(trx, { from: source.published_course_id, to: own.course_id!, content });
      await trx('enrolment').where({ account_id: accountId, creator_course_id: id }).update({ version: source.published_version! });
    }
    return { course_id: own.course_id!, version: source.published_version! };
  });
}

/**
 * Returns the price of a course for a user.
 * @param asked `code`: the creator's code, ignoring case; undefined or blank for none
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
 * @returns why it cannot be granted, or null when it was
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
  // an operator granted it although nothing was received, so there is nothing to share
  if (order.amount_cents === 0) return null;
  await recordSale(trx, {
    orderId: order.id,
    creatorId: course.account_id,
    priceCents: order.amount_cents,
    cause: toSentence('Sale: {title}', { title: course.title }),
  });
  await publishEvent(trx, {
    type: 'sale.made',
    to: { accountId: course.account_id },
    objectId: order.id,
    data: { price_cents: order.amount_cents, share_cents: creatorShare(order.amount_cents), currency: 'USD' },
  });
  await addNotification(trx, {
    accountId: course.account_id,
    kind: 'course.sold',
    cause: `course.sold:${order.id}`,
    subject: course.title,
  });
  return null;
}

/**
 * Reverses the refunded part of a course's price for creator and platform; a full refund also removes the copy. Does nothing for orders of
 * other products.
 */
export async function revokeCourse(trx: Knex.Transaction, { orderId, refundId, cents, isWhole, cause }: TakenBack): Promise<void> {
  const sale = await trx('ledger_transaction')
    .where({ idempotency_key: `sale:${orderId}` })
    .first('owner_id');
  if (!sale) return;
  // a refund in progress and a dispute over the whole payment must not both deduct
  await lockMoney(trx, sale.owner_id);
  const taken = Math.min(cents, await unrefundedCents(trx, orderId));
  if (taken > 0) {
    await recordSaleRefund(trx, { orderId, refundId, cents: taken, ...(cause && { cause }) });
    await publishEvent(trx, {
      type: 'sale.refunded',
      to: { accountId: sale.owner_id },
      objectId: orderId,
      data: { refund_id: refundId, refunded_cents: taken, left_cents: await unrefundedCents(trx, orderId), currency: 'USD' },
    });
  }
  if (!isWhole) return;
  const [given] = await trx('enrolment')
    .where({ order_id: orderId, refunded_at: null })
    .update({ refunded_at: trx.fn.now(), course_id: null, shares_progress: false })
    .returning(['creator_course_id', 'account_id']);
  if (!given) return;
  await deleteCopy(trx, { accountId: given.account_id, creatorCourseId: given.creator_course_id });
  await trx('course_rating').where({ account_id: given.account_id, creator_course_id: given.creator_course_id }).delete();
}

const DISPUTE_NOTICES = { open: 'sale.disputed', won: 'sale.dispute_won', lost: 'sale.dispute_lost' } as const;

/**
 * Notifies the creator of a sold course that a bank disputes its payment, and of the outcome, once per cause. Does nothing when the payment
 * was not for a course.
 */
export async function notifySellerOfDispute(
  trx: Knex.Transaction,
  { orderId, cause, outcome }: { orderId: string | null; cause: string; outcome: keyof typeof DISPUTE_NOTICES },
): Promise<void> {
  const sale =
    orderId &&
    (await trx('ledger_transaction')
      .where({ idempotency_key: `sale:${orderId}` })
      .first('owner_id', 'order_id'));
  if (!sale) return;
  const order = await trx('billing_order').where({ id: orderId }).first('package_id');
  const course = order && (await trx('creator_course').where({ id: order.package_id }).first('title'));
  const seller = await trx('account').where({ id: sale.owner_id, deleted_at: null }).first('id');
  if (!seller || !course) return;
  await addNotification(trx, { accountId: seller.id, kind: DISPUTE_NOTICES[outcome], cause: `sale-${cause}`, subject: course.title });
}
