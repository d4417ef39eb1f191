import type { Knex } from 'knex';
import { expression, sql, rowsOf } from '#domain/platform/sql.ts';
import { uuidv7 } from 'uuidv7';
import type { createCode as endpoint } from '#contract/market/codes.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { Discount } from '#domain/billing/billing.ports.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

/**
 * Creates a creator's percentage code.
 * @throws ProductError not_found for a course that is not theirs; market.code_taken
 */
export async function createCode({ accountId, fields }: { accountId: string; fields: BodyOf<typeof endpoint> }): Promise<void> {
  const courseId = fields.for_course ? creatorCourseIdOf(fields.for_course) : null;
  if (courseId && !(await database()('creator_course').where({ id: courseId, account_id: accountId }).first('id')))
    throw notFound('course');
  const added = await database()('market_code')
    .insert({
      id: uuidv7(),
      account_id: accountId,
      creator_course_id: courseId,
      code: fields.code,
      percent: fields.percent,
      max_uses: fields.max_uses ?? null,
      expires_at: fields.expires_at ?? null,
    })
    .onConflict(['account_id', 'code'])
    .ignore()
    .returning('id');
  if (added.length === 0) throw new ProductError('market.code_taken', 'You already have a code with this name. Choose another name.');
}

/** Ends a code for new payment pages; open pages keep their price. @throws ProductError not_found */
export async function endCode({ accountId, codeId }: { accountId: string; codeId: string }): Promise<void> {
  if (!isUuid(codeId)) throw notFound('code');
  const ended = await database()('market_code')
    .where({ id: codeId, account_id: accountId })
    .update({ ended_at: expression(database(), sql`coalesce(ended_at, now())`) });
  if (ended === 0) throw notFound('code');
}

/**
 * SQL condition: order `o` occupies a use of a code, because it is paid, or its payment page is still open, at most an hour after the
 * order.
 */
export const HOLDS_USE = sql`(o.status in ('open', 'pending', 'fulfilled', 'partially_refunded', 'disputed', 'review')
  or (o.status in ('created', 'failed') and o.created_at > now() - interval '70 minutes'))`;

/**
 * Takes one use of a code for a new order, in the transaction that creates it. Locks the code, so that its limit is never exceeded.
 * @throws ProductError market.code_used_up
 */
export async function reserveCode(trx: Knex.Transaction, { codeId, listCents, orderId }: Discount & { orderId: string }): Promise<void> {
  const code = await trx('market_code').where({ id: codeId }).forUpdate().first('max_uses');
  const [uses] = await rowsOf<{ held: number }>(
    trx,
    sql`select count(*)::int as held from market_code_use u join billing_order o on o.id = u.order_id where u.code_id = ${codeId} and ${HOLDS_USE}`,
  );
  if (!code || (code.max_uses !== null && uses!.held >= code.max_uses))
    throw new ProductError('market.code_used_up', 'This code has reached its limit of uses.');
  await trx('market_code_use').insert({ order_id: orderId, code_id: codeId, list_cents: listCents });
}
