import { uuidv7 } from 'uuidv7';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { recordSale, recordSaleRefund, unrefundedCents } from '#domain/billing/ledger/record-sale.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { createCreatorCourse } from './creator-course.commands.ts';
import type { CourseEditFields } from './creator-course-columns.ts';

/** Creates a draft of this creator. */
export const givenCreatorCourse = (accountId: string, fields: CourseEditFields = {}): Promise<CreatorCourse> =>
  createCreatorCourse({
    accountId,
    fields: { title: 'Beekeeping', description: 'From an empty hive to honey', difficulty: 'beginner', ...fields },
  });

interface GivenSale {
  readonly creatorId: string;
  readonly courseId: string;
  /** The amount that the buyer paid. */
  readonly cents: number;
  /** Default: a new user. */
  readonly buyerId?: string;
  /** Default: now. */
  readonly at?: Date;
}

/** Creates a fulfilled order of a course, posted like every sale. @returns the order's id */
export async function givenSale({ creatorId, courseId, cents, buyerId, at }: GivenSale): Promise<string> {
  const orderId = uuidv7();
  const account_id = buyerId ?? (await insertAccount(database()));
  await database()('billing_order').insert({
    id: orderId,
    account_id,
    kind: 'course',
    package_id: courseId,
    catalogue_version: 1,
    amount_cents: cents,
    status: 'fulfilled',
    fulfilled_at: at ?? new Date(),
  });
  await transact((trx) => recordSale(trx, { orderId, creatorId, priceCents: cents, cause: 'Sale' }));
  await happenedAt(`sale:${orderId}`, at);
  await database()('enrolment')
    .insert({ account_id, creator_course_id: courseId, version: 1, order_id: orderId, created_at: at ?? new Date() })
    .onConflict(['account_id', 'creator_course_id'])
    .merge({ order_id: orderId, refunded_at: null, created_at: at ?? new Date() });
  return orderId;
}

/** Refunds part of a sale; after a full refund, the buyer is no longer a student. */
export async function givenSaleRefund({ orderId, cents, at }: { orderId: string; cents: number; at?: Date }): Promise<void> {
  const refundId = uuidv7();
  await transact((trx) => recordSaleRefund(trx, { orderId, refundId, cents }));
  await happenedAt(`sale-refund:${refundId}`, at);
  const isWhole = (await transact((trx) => unrefundedCents(trx, orderId))) === 0;
  if (isWhole)
    await database()('enrolment')
      .where({ order_id: orderId })
      .update({ refunded_at: at ?? new Date() });
}

/** Backdates a ledger transaction, whose time is normally immutable; only tests bypass that. */
async function happenedAt(key: string, at: Date | undefined): Promise<void> {
  if (!at) return;
  await transact(async (trx) => {
    await rowsOf(trx, sql`set local session_replication_role = replica`);
    await trx('ledger_transaction').where({ idempotency_key: key }).update({ at });
  });
}
