import type { Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { CreatorCourse } from './creator-course.model.ts';

/** What a creator's course is published from. */
type Content = Pick<CreatorCourse, 'course_id' | 'preview_lessons' | 'has_final_test'>;

/** Sets what a creator's course is published from, in the transaction that has checked it. */
export async function setContent(trx: Knex.Transaction, id: string, content: Content): Promise<void> {
  await trx('creator_course')
    .where({ id })
    .update({ ...content, updated_at: expression(trx, sql`clock_timestamp()`) });
}

/** What lists show of the published text. */
type Published = Pick<
  CreatorCourse,
  'published_version' | 'published_course_id' | 'rights_confirmed_at' | 'language' | 'age_group' | 'lesson_count' | 'duration_minutes'
>;

/** Shows a creator's course in the market, in the transaction that stores its text. @param isRenewed the text is another one than before */
export async function showInMarket(trx: Knex.Transaction, id: string, published: Published, isRenewed: boolean): Promise<void> {
  await trx('creator_course')
    .where({ id })
    .update({
      ...published,
      status: 'published',
      published_at: expression(trx, sql`coalesce(published_at, now())`),
      ...(isRenewed && { renewed_at: trx.fn.now() }),
    });
}

/** Removes a creator's course from the market. @returns false when they have no such course */
export async function removeFromMarket({
  accountId,
  id,
  to,
}: {
  accountId: string;
  id: string;
  to: 'draft' | 'archived';
}): Promise<boolean> {
  return (await database()('creator_course').where({ id, account_id: accountId }).update({ status: to })) > 0;
}

/** Takes a course out of the market for its creator to read why, or lifts that (null): then they may publish it again. */
export async function setTakenDown(trx: Knex.Transaction, id: string, reason: string | null): Promise<void> {
  await trx('creator_course')
    .where({ id })
    .update({ taken_down_reason: reason, ...(reason !== null && { status: 'draft' }) });
}
