import type { AudioPlace } from '#contract/audio/audio.contract.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** Stores where somebody stopped listening to a course of theirs. The last one counts. @throws ProductError not_found */
export async function saveAudioPlace({
  accountId,
  courseId,
  place,
}: {
  accountId: string;
  courseId: string;
  place: AudioPlace;
}): Promise<void> {
  const course = await database()('course')
    .where({ id: courseIdOf(courseId), account_id: accountId })
    .first('id');
  if (!course || !isUuid(place.lesson_id)) throw notFound(course ? 'lesson' : 'course');
  await database()('audio_place')
    .insert({ account_id: accountId, course_id: courseId, ...place, changed_at: database().fn.now() })
    .onConflict(['account_id', 'course_id'])
    .merge();
}
