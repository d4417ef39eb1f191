import type { Knex } from 'knex';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { addMedia, dropMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { readPictureState, pictureOfLessons, placeOf } from './course-pictures.queries.ts';

/** A picture's place in a course, which `homeId` identifies (see the migration). */
export interface Place {
  readonly homeId: string;
  readonly accountId: string;
  /** `cover`, or `module:` and a lesson. */
  readonly place: string;
  /** Lessons of the module; empty for a cover. */
  readonly lessons: readonly string[];
  /** The run that was to draw it. */
  readonly runId: string | null;
}

interface Drawn {
  readonly large: MediaObject;
  readonly small: MediaObject;
  readonly alt: string;
  readonly prompt: string;
}

/** Stores a picture at its place, in the transaction that ends its drawing. The next sweep deletes the bytes of the previous picture. */
export async function setPicture(trx: Knex.Transaction, place: Place, { large, small, alt, prompt }: Drawn): Promise<void> {
  await addMedia(trx, large, small);
  const drawn = { state: 'drawn', media_id: large.id, thumb_id: small.id, alt, prompt, error_code: null };
  await replace(trx, place, drawn);
}

/** Records that a picture could not be drawn. The previous one stays. */
export async function recordMissingPicture(trx: Knex.Transaction, place: Place, code: ErrorCode): Promise<void> {
  await trx('course_picture')
    .insert({ ...rowOf(place), state: 'missing', error_code: code })
    .onConflict(['home_id', 'place'])
    .merge({ state: 'missing', error_code: code, changed_at: trx.fn.now() })
    .where('course_picture.state', '<>', 'drawn');
}

/** Puts a clip at the course's only place for one; the previous clip stays among its owner's videos. */
export async function placeClip(
  trx: Knex.Transaction,
  { homeId, accountId, lessonId, clipRunId }: { homeId: string; accountId: string; lessonId: string; clipRunId: string },
): Promise<void> {
  await trx('course_clip')
    .insert({ home_id: homeId, account_id: accountId, lesson_id: lessonId, run_id: clipRunId, created_at: trx.fn.now() })
    .onConflict('home_id')
    .merge(['lesson_id', 'run_id', 'created_at']);
}

/** Deletes all pictures of a course that was never completed; the next sweep deletes their bytes. */
export async function forgetPictures(trx: Knex.Transaction, homeId: string): Promise<void> {
  const gone = await trx('course_picture').where({ home_id: homeId }).delete().returning(['media_id', 'thumb_id']);
  await dropMedia(
    trx,
    gone.flatMap(({ media_id, thumb_id }) => [media_id, thumb_id]),
  );
}

/** Removes the pictures that a run has drawn, if they are still in place; later changes by the owner stay. */
export async function removeRunPictures(runId: string): Promise<void> {
  await transact(async (trx) => {
    const gone = await trx('course_picture').where({ run_id: runId }).delete().returning(['media_id', 'thumb_id']);
    await dropMedia(
      trx,
      gone.flatMap(({ media_id, thumb_id }) => [media_id, thumb_id]).filter((id) => id !== null),
    );
  });
}

const EMPTY = { media_id: null, thumb_id: null, alt: '', prompt: '', error_code: null };

async function replace(trx: Knex.Transaction, place: Place, values: object): Promise<void> {
  const key = { home_id: place.homeId, place: place.place };
  const before = await trx('course_picture').where(key).forUpdate().first('media_id', 'thumb_id');
  await trx('course_picture')
    .insert({ ...rowOf(place), ...values })
    .onConflict(['home_id', 'place'])
    .merge({ ...values, run_id: place.runId, changed_at: trx.fn.now() });
  if (before) await dropMedia(trx, [before.media_id, before.thumb_id]);
}

const rowOf = ({ homeId, accountId, place, lessons, runId }: Place) => ({
  home_id: homeId,
  place,
  account_id: accountId,
  lessons: [...lessons],
  run_id: runId,
});

/**
 * Removes the picture from a place of the caller's own course.
 * @param place `cover`, or a lesson of the module
 * @throws ProductError not_found, market.not_yours for the copy of another creator's course
 */
export async function removePicture({ accountId, courseId, place }: { accountId: string; courseId: string; place: string }): Promise<void> {
  const course = await readPictureState(accountId, courseId);
  if (course.isCopy) throw notYours();
  const [at] = placesOf(course, [place]);
  await transact((trx) => replace(trx, { ...at!, homeId: course.homeId, accountId, runId: null }, { state: 'removed', ...EMPTY }));
}

/**
 * Removes the clip from the caller's own course. It stays among the caller's videos, and filming continues.
 * @throws ProductError not_found, market.not_yours for the copy of another creator's course
 */
export async function removeClip(accountId: string, courseId: string): Promise<void> {
  const { isCopy, homeId } = await readPictureState(accountId, courseId);
  if (isCopy) throw notYours();
  await database()('course_clip').where({ home_id: homeId }).delete();
}

/** Returns the error market.not_yours for pictures of another creator's course. */
export const notYours = (): ProductError =>
  new ProductError('market.not_yours', 'This course was made by another creator, so its pictures are theirs.');

/** Resolves places named by `cover` or by lessons of a course. @throws ProductError not_found for a lesson it does not have */
export function placesOf(
  { contents, pictures }: Pick<Awaited<ReturnType<typeof readPictureState>>, 'contents' | 'pictures'>,
  named: readonly string[],
): Pick<Place, 'place' | 'lessons'>[] {
  return [...new Set(named)].map((name) => {
    if (name === 'cover') return { place: 'cover', lessons: [] };
    const module = contents.modules.find(({ lessons }) => lessons.some(({ lesson_id }) => lesson_id === name));
    if (!module) throw notFound('lesson');
    const lessons = module.lessons.map(({ lesson_id }) => lesson_id);
    return { place: pictureOfLessons(pictures, lessons)?.place ?? placeOf(lessons), lessons };
  });
}
