import { expression, sql } from '#domain/platform/sql.ts';
import { uuidv7 } from 'uuidv7';
import type { createCode as endpoint } from '#contract/market/codes.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';

/**
 * Creates a percentage code of a creator.
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
  if (added.length === 0) throw new ProductError('market.code_taken', 'You have a code of this name already. Choose another name.');
}

/** Ends a code for new payment pages; open pages keep their price. @throws ProductError not_found */
export async function endCode({ accountId, codeId }: { accountId: string; codeId: string }): Promise<void> {
  if (!isUuid(codeId)) throw notFound('code');
  const ended = await database()('market_code')
    .where({ id: codeId, account_id: accountId })
    .update({ ended_at: expression(database(), sql`coalesce(ended_at, now())`) });
  if (ended === 0) throw notFound('code');
}
