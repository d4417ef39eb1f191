import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { AudioStyle, AudioPlace } from '#contract/audio/audio.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { deliverLessons } from '#domain/courses/content/delivery.commands.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { lockForKey } from '#domain/identity/accounts/account.queries.ts';
import { assertMediaRoom, dropMedia } from '#domain/media/store-media.command.ts';
import { actTime } from '#domain/platform/acts/act.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { findRunByKey } from '#domain/platform/runs/run-key.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import type { CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { feedUrlOf } from './audio-feed.queries.ts';
import { AUDIO_KIND, type AudioRequest, shareOf, spokenBy } from './audio.kind.ts';
import { canMakeAudio, findAudioLessons, isBeingMade, readOrder } from './audio.queries.ts';
import { spokenCourse } from './spoken-lesson.queries.ts';

/** Bytes per second of MP3 at 64 kbit/s. */
const BYTES_A_MINUTE = 480_000;

interface NewAudio {
  readonly accountId: string;
  readonly courseId: string;
  readonly language: CourseLanguage;
  readonly style: AudioStyle;
  /** Ids of lessons; undefined for all. */
  readonly lessons: readonly string[] | undefined;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * Orders audio for those lessons of a learner's course whose audio is missing or stale; another style makes all of them again. A repeated
 * key, or the same order while it is being carried out, returns the same run.
 * @returns id of its run, or null when everything is up to date
 * @throws ProductError not_found; media.not_configured; audio.being_made for another order meanwhile; media.full; tokens.insufficient;
 * spend.user_cap, spend.install_cap; queue.full
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
  await deliverLessons({ ...of, lessonIds: wanted.map(({ lesson_id: id }) => id) });
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

/**
 * Sets whether the audio of the caller's own course comes with copies of it.
 * @throws ProductError not_found without such audio; market.not_yours for a copy of another creator's course
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

/** Marks the audio files of courses as deleted, in the transaction that deletes the courses. */
export async function dropAudio(trx: Knex.Transaction, courseIds: readonly string[]): Promise<void> {
  const media = await trx('audio_lesson').whereIn('course_id', courseIds).delete().returning('media_id');
  await dropMedia(
    trx,
    media.map(({ media_id: id }) => id),
  );
}

/** Ends the run: the spoken minutes are charged, the rest is released. @throws StepLost */
export async function closeAudio({ step }: Work<AudioRequest>): Promise<void> {
  await completeStep(step, {
    output: {},
    event: { name: 'audio.spoken', message: toSentence('The available audio is ready.') },
    async also(trx) {
      const spoken = await spokenBy(trx, step.runId);
      await completeRun(trx, { runId: step.runId, result: spoken, share: shareOf(spoken.seconds, step.request) });
    },
  });
}

/**
 * Stores the position at which a learner stopped listening to one of their courses; the latest position wins.
 * @throws ProductError not_found
 */
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
  const at = actTime();
  await transact((trx) =>
    trx('audio_place')
      .insert({ account_id: accountId, course_id: courseId, ...place, changed_at: at })
      .onConflict(['account_id', 'course_id'])
      .merge()
      .where('audio_place.changed_at', '<=', at),
  );
}

interface Named {
  readonly accountId: string;
  readonly courseId: string;
  readonly language: CourseLanguage;
}

/**
 * Returns the address of a private podcast of a learner's course, which stays the same until it is revoked.
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

/** Revokes the addresses of all podcasts of an account, in the caller's transaction. @returns number of podcasts */
export const revokeAudioFeeds = async (trx: Knex.Transaction, accountId: string): Promise<number> =>
  trx('audio_feed').where({ account_id: accountId }).delete();

/** Revokes a podcast's address. @throws ProductError not_found */
export async function revokeAudioFeed({ accountId, courseId, language }: Named): Promise<void> {
  const revoked = await database()('audio_feed')
    .where({ account_id: accountId, course_id: courseIdOf(courseId), language })
    .delete();
  if (revoked === 0) throw notFound('feed');
}
