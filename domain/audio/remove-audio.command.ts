import type { Knex } from 'knex';
import { dropMedia } from '#domain/media/store-media.command.ts';
import { transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';

/**
 * Deletes the audio of a learner's course in one language, and revokes its podcast address.
 * @throws ProductError not_found; audio.being_made
 */
export async function removeAudio({
  accountId,
  courseId,
  language,
}: {
  accountId: string;
  courseId: string;
  language: CourseLanguage;
}): Promise<void> {
  if (!isUuid(courseId)) throw notFound('audio');
  await transact(async (trx) => {
    const key = { course_id: courseId, language, account_id: accountId };
    const row = await trx('audio_course').where(key).forUpdate().first('run_id');
    if (!row) throw notFound('audio');
    const live = row.run_id && (await trx('run').where({ id: row.run_id }).whereIn('status', ['queued', 'running']).first('id'));
    if (live) throw new ProductError('audio.being_made');
    const media = await trx('audio_lesson').where({ course_id: courseId, language }).delete().returning('media_id');
    await dropMedia(
      trx,
      media.map(({ media_id: id }) => id),
    );
    await trx('audio_course').where(key).delete();
    await trx('audio_feed').where(key).delete();
  });
}

/** Marks the sound of courses that are about to be deleted as deleted, in the transaction that deletes them. */
export async function dropAudio(trx: Knex.Transaction, courseIds: readonly string[]): Promise<void> {
  const media = await trx('audio_lesson').whereIn('course_id', courseIds).delete().returning('media_id');
  await dropMedia(
    trx,
    media.map(({ media_id: id }) => id),
  );
}
