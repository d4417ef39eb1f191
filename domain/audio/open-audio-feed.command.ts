import { randomUUID } from 'node:crypto';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import { feedUrlOf } from './audio-feed.queries.ts';

interface Named {
  readonly accountId: string;
  readonly courseId: string;
  readonly language: CourseLanguage;
}

/** Returns the address of a private podcast of a learner's course; the same until it is revoked. @throws ProductError not_found */
export async function openAudioFeed({ accountId, courseId, language }: Named): Promise<string> {
  const db = database();
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
}

/** Revokes the address. @throws ProductError not_found */
export async function revokeAudioFeed({ accountId, courseId, language }: Named): Promise<void> {
  const revoked = await database()('audio_feed')
    .where({ account_id: accountId, course_id: courseIdOf(courseId), language })
    .delete();
  if (revoked === 0) throw notFound('feed');
}
