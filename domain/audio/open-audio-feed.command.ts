import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { lockForKey } from '#domain/identity/accounts/proven-address.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import { feedUrlOf } from './audio-feed.queries.ts';

interface Named {
  readonly accountId: string;
  readonly courseId: string;
  readonly language: CourseLanguage;
}

/**
 * Returns the address of a private podcast of a learner's course; the same until it is revoked.
 * @throws ProductError not_found, auth.address_unproven
 */
export async function openAudioFeed({ accountId, sessionId, courseId, language }: Named & { sessionId: string }): Promise<string> {
  return transact(async (db) => {
    await lockForKey(db, { accountId, sessionId });
    const course = await db('course')
      .where({ id: courseIdOf(courseId), account_id: accountId })
      .first('id');
    if (!course) throw notFound('course');
    const key = { account_id: accountId, course_id: courseId, language };
    await db('audio_feed')
      .insert({ id: randomUUID(), ...key })
      .onConflict(['account_id', 'course_id', 'language'])
      .ignore();
    const row = await db('audio_feed').where(key).first('id');
    if (!row) throw notFound('course');
    return feedUrlOf(row.id);
  });
}

/** Revokes the addresses of all podcasts of an account, in the caller's transaction. @returns their number */
export const revokeAudioFeeds = async (trx: Knex.Transaction, accountId: string): Promise<number> =>
  trx('audio_feed').where({ account_id: accountId }).delete();

/** Revokes the address. @throws ProductError not_found */
export async function revokeAudioFeed({ accountId, courseId, language }: Named): Promise<void> {
  const revoked = await database()('audio_feed')
    .where({ account_id: accountId, course_id: courseIdOf(courseId), language })
    .delete();
  if (revoked === 0) throw notFound('feed');
}
