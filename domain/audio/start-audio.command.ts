import type { AudioStyle } from '#contract/audio/audio.contract.ts';
import { assertMediaRoom } from '#domain/media/store-media.command.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import { AUDIO_KIND, type AudioRequest } from './audio.kind.ts';
import { canMakeAudio, findAudioLessons, isBeingMade, readOrder } from './audio.queries.ts';
import { spokenCourse } from './spoken-lesson.queries.ts';

/** Of MP3 with 64 kbit/s. */
const BYTES_A_MINUTE = 480_000;

interface NewAudio {
  readonly accountId: string;
  readonly courseId: string;
  readonly language: CourseLanguage;
  readonly style: AudioStyle;
  /** Ids of lessons; undefined: all. */
  readonly lessons: readonly string[] | undefined;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Has lessons of a learner's course spoken, as far as they are not up to date; with another style all are spoken anew. A repeated key, or the same
 * order while it is being carried out, returns the same run.
 * @returns id of its run; null when everything is up to date
 * @throws ProductError not_found; media.not_configured; audio.being_made for another order meanwhile; media.full; tokens.insufficient;
 *   spend.user_cap, spend.install_cap; queue.full
 */
export async function startAudio({ requestId, idempotencyKey, style, lessons: named, ...of }: NewAudio): Promise<string | null> {
  const { course, title, lessons } = await spokenCourse(of);
  const { accountId, language } = of;
  const fingerprint = [AUDIO_KIND, course.course_id, language, style, named ?? null];
  const earlier = await findRunByKey(database(), { accountId, key: idempotencyKey, fingerprint });
  if (earlier) return earlier;
  if (named?.some((id) => !lessons.some(({ lessonId }) => lessonId === id))) throw notFound('lesson');
  const [order, spoken] = await Promise.all([readOrder(of), findAudioLessons(of)]);
  const isOtherStyle = order.style !== null && order.style !== style;
  const wanted = lessons
    .filter(({ lessonId }) => !named || named.includes(lessonId))
    .filter(({ isTranslated }) => isTranslated)
    .filter(({ lessonId, hash }) => isOtherStyle || spoken.get(lessonId)?.source_hash !== hash)
    .map(({ lessonId: lesson_id, minutes }) => ({ lesson_id, minutes }));
  if (isBeingMade(order)) {
    const isSame =
      order.request!.style === style && wanted.every(({ lesson_id: id }) => order.request!.lessons.some((one) => one.lesson_id === id));
    if (isSame) return order.run_id;
    throw new ProductError('audio.being_made');
  }
  if (wanted.length === 0) return null;
  if (!canMakeAudio()) throw new ProductError('media.not_configured');
  await assertMediaRoom(accountId, BYTES_A_MINUTE * wanted.reduce((sum, { minutes }) => sum + minutes, 0));
  const key = { course_id: course.course_id, language };
  const request: AudioRequest = { ...key, style, lessons: wanted };
  const { runId } = await acceptRun({
    kind: AUDIO_KIND,
    accountId,
    request,
    subject: title,
    requestId,
    idempotencyKey,
    fingerprint,
    dedupeKey: `${AUDIO_KIND}:${course.course_id}:${language}`,
    async begin(trx, run_id) {
      await trx('audio_course')
        .insert({ ...key, account_id: accountId, style, run_id })
        .onConflict(['course_id', 'language'])
        .merge({ style, run_id });
    },
  });
  return runId;
}
