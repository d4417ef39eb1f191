import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { CourseFile } from '#contract/exports/course-file.ts';
import { insertCourse } from '#domain/courses/content/insert-course.command.ts';
import { storeLessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { readIncoming } from '#domain/courses/text/read-markdown.command.ts';
import { setPicture } from '#domain/courses/pictures/set-picture.command.ts';
import { PICTURE_TYPE } from '#domain/media/encode-picture.command.ts';
import { encodePictures, type EncodedPicture } from '#domain/media/encode-pictures.command.ts';
import { assertMediaRoom, findMedia, readMedia, storeMedia, type MediaObject } from '#domain/media/store-media.command.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { isInputFailure } from '#domain/platform/restricted/restricted-process.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { turnOfStep, type TurnOf } from '#domain/platform/turns/turns.ts';
import type { ImportRequest } from './import.kind.ts';
import { readCourseZip } from './read-course-zip.ts';

interface Work {
  readonly step: ClaimedStep<ImportRequest>;
  readonly signal: AbortSignal;
}

/**
 * Takes in the course of a zip and ends its run. If it runs twice, the sweep deletes the second pictures: the step's fencing number decides
 * which course there is.
 * @throws as `prepareCourse`
 */
export async function takeCourse({ step, signal }: Work): Promise<void> {
  const zip = readMedia(await findMedia(step.request.file_id));
  const { courseId, insert } = await prepareCourse({ accountId: step.accountId!, zip, signal });
  await completeStep(step, {
    output: {},
    async also(trx) {
      await insert(trx);
      await completeRun(trx, { runId: step.runId, result: { course_id: courseId } });
    },
  });
  // its account's next one waits for this
  await admitAfter('a run ended');
}

interface Zip {
  readonly accountId: string;
  readonly zip: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly signal: AbortSignal;
}

/**
 * Reads the course of a zip and stores its pictures.
 * @returns its id, and what inserts it, with the same content and pictures
 * @throws ProductError import.bad_file for anything but a zip of our own; lesson.too_long, lesson.too_complex; media.full
 */
export async function prepareCourse({
  accountId,
  zip,
  signal,
}: Zip): Promise<{ courseId: string; insert: (trx: Knex.Transaction) => Promise<void> }> {
  // of an admitted run
  const turn = turnOfStep({ accountId });
  const { course, pictures: files } = await readCourseZip(zip, { turn, signal });
  const { content, difficulty, age_group: ageGroup } = course;
  const texts = new Map<string, string>();
  for (const lesson of content.modules.flatMap(({ lessons }) => lessons)) texts.set(lesson.content, await readIncoming(lesson, turn));
  const pictures = await storePictures(accountId, await encodePlaced(course, files, { turn, signal }));
  const courseId = uuidv7();
  return {
    courseId,
    async insert(trx) {
      await insertCourse(trx, { courseId, accountId, content, difficulty, ageGroup, kind: 'edited', isImported: true });
      await storeLessonTexts(trx, courseId, texts);
      for (const { place, lessons, ...picture } of pictures)
        await setPicture(trx, { homeId: courseId, accountId, place, lessons, runId: null }, { ...picture, prompt: '' });
    },
  };
}

interface Placed {
  readonly place: string;
  readonly lessons: readonly string[];
  readonly alt: string;
}

/** Encodes the pictures that have a place and can be opened, one for each place; others are skipped. */
async function encodePlaced(
  { pictures = [], content }: CourseFile,
  files: ReadonlyMap<string, Uint8Array>,
  work: { readonly turn: TurnOf; readonly signal: AbortSignal },
): Promise<(Placed & EncodedPicture)[]> {
  const placed = new Map<string, Placed & { readonly file: Uint8Array }>();
  for (const { name, place: named, alt } of pictures) {
    const module = content.modules.find(({ lessons }) => lessons.some(({ lesson_id }) => lesson_id === named));
    const file = files.get(name);
    if (!file || (!module && named !== 'cover')) continue;
    const lessons = module?.lessons.map(({ lesson_id }) => lesson_id) ?? [];
    const place = module ? `module:${lessons[0]}` : named;
    placed.set(place, { place, lessons, alt, file });
  }
  const wanted = [...placed.values()];
  try {
    const encoded = await encodePictures(
      wanted.map(({ file }) => file),
      work,
    );
    return wanted.flatMap(({ place, lessons, alt }, n) => (encoded[n] ? [{ place, lessons, alt, ...encoded[n] }] : []));
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    throw new ProductError('import.bad_file', undefined, { cause: error });
  }
}

type Stored = Placed & { readonly large: MediaObject; readonly small: MediaObject };

/** Stores the pictures, each place's for itself: replacing one must not take it from another. @throws ProductError media.full */
async function storePictures(accountId: string, pictures: readonly (Placed & EncodedPicture)[]): Promise<Stored[]> {
  await assertMediaRoom(
    accountId,
    pictures.reduce((sum, { large, small }) => sum + large.length + small.length, 0),
  );
  const store = (source: Uint8Array) => storeMedia({ accountId, kind: 'picture', type: PICTURE_TYPE, source });
  const stored: Stored[] = [];
  for (const { large, small, ...placed } of pictures) stored.push({ ...placed, large: await store(large), small: await store(small) });
  return stored;
}
