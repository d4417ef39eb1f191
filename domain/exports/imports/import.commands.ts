import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { tooLargeSchema } from '#contract/courses/stored-course.ts';
import { type CourseFile, courseFileSchema, IMPORT_BYTES } from '#contract/exports/course-file.ts';
import { stripInvisible, VISIBLE } from '#contract/platform/visible-text.ts';
import { insertCourse } from '#domain/courses/content/course.commands.ts';
import { courseTooLarge } from '#domain/courses/content/storable-course.queries.ts';
import { provenContent } from '#domain/exports/formats/course-seal.ts';
import { setPicture } from '#domain/courses/pictures/set-picture.command.ts';
import { storeLessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { readIncoming } from '#domain/courses/text/read-markdown.command.ts';
import { encodePictures, type EncodedPicture, PICTURE_TYPE } from '#domain/media/picture.commands.ts';
import {
  addMedia,
  assertMediaRoom,
  discardStored,
  storeMedia,
  findMedia,
  readMedia,
  type MediaObject,
} from '#domain/media/store-media.command.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { isInputFailure, restricted } from '#domain/platform/restricted/restricted-process.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { admitAfter } from '#domain/platform/runs/admit-runs.command.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { attachRunKey, findRunByKey } from '#domain/platform/runs/run-key.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { sha256Of, type SentFile } from '#domain/platform/storage/sent-file.ts';
import { turnOfStep, type TurnOf } from '#domain/platform/turns/turns.ts';
import { IMPORT_KIND, type ImportRequest } from './import.kind.ts';

interface NewImport {
  readonly accountId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
  readonly file: SentFile;
}

const SUBJECT_LENGTH = 120;
/** The first bytes of a zip. */
const SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
/** One import per person at a time. */
const DEDUPE_KEY = IMPORT_KIND;

/**
 * Stores a zip and starts importing its course. Until that is done, the same bytes belong to the same import, and other imports are
 * refused.
 * @returns its run
 * @throws ProductError import.bad_file for a file that is no zip; import.under_way, media.full, media.not_configured,
 * idempotency.body_mismatch, queue.full
 */
export async function startImport({ accountId, requestId, idempotencyKey, file }: NewImport): Promise<string> {
  if (!(await isZip(file))) throw new ProductError('import.bad_file');
  const sha256 = await sha256Of(file);
  const fingerprint = { kind: IMPORT_KIND, sha256 };
  const sent = { accountId, key: idempotencyKey, fingerprint };
  const find = async (): Promise<string | null> => {
    const known = await findRunByKey(database(), sent);
    if (known) return known;
    const live = await database()('run')
      .where({ account_id: accountId, dedupe_key: DEDUPE_KEY })
      .whereIn('status', ['queued', 'running'])
      .first('id', 'request');
    if (live && (live.request as { sha256: string }).sha256 !== sha256) throw new ProductError('import.under_way');
    return live ? attachRunKey(sent, live.id) : null;
  };
  const known = await find();
  if (known) return known;
  await assertMediaRoom(accountId, file.size);
  const stored = await storeMedia({ accountId, kind: 'import', type: 'application/zip', source: file.stream() });
  const request: ImportRequest = { file_id: stored.id, sha256 };
  let isUsed = false;
  try {
    const { runId, created } = await acceptRun({
      kind: IMPORT_KIND,
      accountId,
      request,
      subject: file.name.split(/[\\/]/).at(-1)!.slice(-SUBJECT_LENGTH) || 'course.zip',
      requestId,
      idempotencyKey,
      fingerprint,
      dedupeKey: DEDUPE_KEY,
      find,
      begin: (trx) => addMedia(trx, stored),
    });
    isUsed = created;
    return runId;
  } finally {
    // the sweep removes files left by a crash
    if (!isUsed) await discardStored(stored.id);
  }
}

async function isZip(file: SentFile): Promise<boolean> {
  for await (const chunk of file.stream()) return SIGNATURE.equals(chunk.subarray(0, SIGNATURE.length));
  return false;
}

interface Work {
  readonly step: ClaimedStep<ImportRequest>;
  readonly signal: AbortSignal;
}

/**
 * Imports the course of a zip and ends its run. If the step runs twice, its fencing number decides which course exists, and the sweep
 * deletes the other pictures.
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
  // the account's next run waits for this one
  await admitAfter('a run ended');
}

interface Zip {
  readonly accountId: string;
  readonly zip: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly signal: AbortSignal;
}

/**
 * Reads the course of a zip and stores its pictures.
 * @returns its id, and a function that inserts it, with the same content and pictures
 * @throws ProductError import.bad_file for anything but our own zip; lesson.too_long, lesson.too_complex; media.full
 */
export async function prepareCourse({
  accountId,
  zip,
  signal,
}: Zip): Promise<{ courseId: string; insert: (trx: Knex.Transaction) => Promise<void> }> {
  // for an admitted run
  const turn = turnOfStep({ accountId });
  const { course, pictures: files } = await readCourseZip(zip, { turn, signal });
  const { difficulty, age_group: ageGroup } = course;
  const { content, texts } = await readLessons(provenContent(course), turn);
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

/**
 * Reads the lessons of a course. Titles are cleaned as those that people type.
 * @returns the course in its stored form, and the visible texts of its Markdown
 * @throws ProductError import.bad_file for a course whose title shows nothing
 */
async function readLessons(course: CourseFile['content'], turn: TurnOf): Promise<{ content: typeof course; texts: Map<string, string> }> {
  const texts = new Map<string, string>();
  const title = stripInvisible(course.title);
  if (!VISIBLE.test(title)) throw new ProductError('import.bad_file');
  const modules: (typeof course)['modules'] = [];
  for (const module of course.modules) {
    const lessons: typeof module.lessons = [];
    for (const lesson of module.lessons) {
      const { content, text } = await readIncoming(lesson, turn);
      texts.set(content, text);
      lessons.push({ ...lesson, title: stripInvisible(lesson.title), content });
    }
    modules.push({ ...module, title: stripInvisible(module.title), lessons });
  }
  return { content: { ...course, title, modules }, texts };
}

interface Placed {
  readonly place: string;
  readonly lessons: readonly string[];
  readonly alt: string;
}

/** Encodes the readable pictures, one for each place; others are skipped. */
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

/** Stores the pictures, one per place, so that replacing one does not remove it from another place. @throws ProductError media.full */
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

/** One zip at a time per process, because it may take much memory. */
const readZip = restricted({
  module: new URL('read-course-zip.task.ts', import.meta.url),
  heapMb: 384,
  memoryBytes: 700_000_000,
  cpuMs: 10_000,
  withinMs: 60_000,
  answerBytes: 60_000_000,
  processes: 1,
  isFresh: true,
});

/** Sizes of the parts that follow: the course as JSON, then the pictures; or which part of the course is too large. */
const answerSchema = z.union([
  z.object({ tooLarge: tooLargeSchema }),
  z.object({ course: z.int().max(IMPORT_BYTES), files: z.array(z.object({ name: z.string(), bytes: z.int() })) }),
]);

interface CourseZip {
  readonly course: CourseFile;
  /** The pictures in the zip that the course names, by name; not verified yet. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Reads our own zip. @throws ProductError import.bad_file for anything else; course.too_large; the signal's reason */
async function readCourseZip(
  zip: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { turn, signal }: { readonly turn: TurnOf; readonly signal: AbortSignal },
): Promise<CourseZip> {
  try {
    const { value, chunks } = await readZip({ turn, signal, bytes: zip });
    const read = answerSchema.parse(value);
    if ('tooLarge' in read) throw courseTooLarge(read.tooLarge);
    const { course, files } = read;
    const bytes = Buffer.concat(chunks);
    let at = course;
    const pictures = new Map(files.map(({ name, bytes: size }) => [name, bytes.subarray(at, (at += size))]));
    return { course: courseFileSchema.parse(JSON.parse(bytes.toString('utf8', 0, course))), pictures };
  } catch (error) {
    if (!isInputFailure(error)) throw error;
    throw new ProductError('import.bad_file', undefined, { cause: error });
  }
}
