import { opensToOthers } from '#domain/identity/accounts/account.queries.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { idOfSigned, signedId } from '#domain/platform/links/signed-id.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';

interface Feed {
  readonly accountId: string;
  readonly courseId: string;
  readonly language: CourseLanguage;
}

/** Returns the address of a feed, which is impossible to guess and opens for everyone who has it. */
export const feedUrlOf = (feedId: string): string => `${config().publicOrigin}/api/audio-feeds/${signedId('audio-feed', feedId)}`;

/** Returns the address of an account's feed of a course, or null. */
export async function findFeedUrl({ accountId, courseId, language }: Feed): Promise<string | null> {
  const row = await database()('audio_feed').where({ account_id: accountId, course_id: courseId, language }).first('id');
  return row ? feedUrlOf(row.id) : null;
}

/**
 * Returns the account and course of a feed's address.
 * @throws ProductError not_found for an address that is not ours or was revoked, and while its owner's account is closed
 */
export async function findFeed(token: string): Promise<Feed & { readonly feedId: string }> {
  const id = idOfSigned('audio-feed', token);
  if (id === null) throw notFound('feed');
  const [row] = await rowsOf<{ account_id: string; course_id: string; language: string }>(
    database(),
    sql`select feed.account_id, feed.course_id, feed.language from audio_feed feed join account owner on owner.id = feed.account_id
         where feed.id = ${id} and ${opensToOthers(sql`owner`)}`,
  );
  if (!row) throw notFound('feed');
  return { feedId: id, accountId: row.account_id, courseId: row.course_id, language: row.language as CourseLanguage };
}
