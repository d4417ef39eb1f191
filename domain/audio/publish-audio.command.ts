import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import { readOrder } from './audio.queries.ts';

/**
 * Lets the audio of an own course come with it to those who take it, or no longer.
 * @throws ProductError not_found when there is none; market.not_yours for a copy of another creator's course
 */
export async function publishAudio({
  accountId,
  courseId,
  language,
  isPublished,
}: {
  accountId: string;
  courseId: string;
  language: CourseLanguage;
  isPublished: boolean;
}): Promise<void> {
  const { is_copy: isCopy } = await readOrder({ accountId, courseId, language });
  if (isCopy) throw new ProductError('market.not_yours', 'This course was made by another creator, so its audio is theirs.');
  const changed = await database()('audio_course')
    .where({ course_id: courseId, language, account_id: accountId })
    .update({ is_published: isPublished });
  if (changed === 0) throw notFound('audio');
}
