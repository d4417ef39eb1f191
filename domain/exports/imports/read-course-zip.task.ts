// Reads an exported zip, in a restricted process that `import.commands.ts` starts, because it may unpack to much more than its size.
import { unzipSync, strFromU8, type Unzipped } from 'fflate';
import { tooLargeIn, tooLargeWhole, WHOLE } from '#contract/courses/stored-course.ts';
import { COURSE_FILE, type CourseFile, courseFileSchema, IMPORT_BYTES } from '#contract/exports/course-file.ts';
import { isAnswerable } from '#contract/courses/quiz.contract.ts';
import { storableText } from '#domain/platform/storable.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';

/** Unpacks only the course and its pictures, up to a total size. `isTooLarge`: the course alone exceeds it. */
function unpack(bytes: Uint8Array): { files: Unzipped; isTooLarge: boolean } {
  let left = IMPORT_BYTES;
  let isTooLarge = false;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      isTooLarge ||= name === COURSE_FILE && originalSize > IMPORT_BYTES;
      const isWanted = (name === COURSE_FILE || /^pictures\/[\w-]+\.jpg$/.test(name)) && originalSize <= left;
      if (isWanted) left -= originalSize;
      return isWanted;
    },
  });
  return { files, isTooLarge };
}

/** Parses a file without the characters that the database cannot hold, which no file of ours has. */
const parsed = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value));

/** @throws Error for questions that nobody could answer, which no file of ours has */
function assertAnswerable({ content }: CourseFile): void {
  for (const { quiz } of content.modules.flatMap(({ lessons }) => lessons)) {
    if (!quiz.every(isAnswerable)) throw new Error('a question has no right answer');
    if (new Set(quiz.map(({ id }) => id)).size < quiz.length) throw new Error('two questions of a lesson have the same id');
  }
}

/**
 * Returns the size of the course, and the names and sizes of the pictures that it names, each once, with the bytes of all; or which part is
 * too large.
 */
export const work: RestrictedWork = (_, bytes) => {
  const { files, isTooLarge } = unpack(bytes);
  if (isTooLarge) return { value: { tooLarge: WHOLE } };
  const file = files[COURSE_FILE];
  if (!file || file.length > IMPORT_BYTES) throw new Error('the course is missing or too large');
  const read = courseFileSchema.safeParse(parsed(strFromU8(file)));
  const tooLarge = read.success ? tooLargeWhole(read.data.content, JSON.stringify(read.data.content)) : tooLargeIn(read);
  if (tooLarge) return { value: { tooLarge } };
  if (!read.success) throw read.error;
  const course = read.data;
  assertAnswerable(course);
  const ids = course.content.modules.flatMap(({ lessons }) => lessons.map(({ lesson_id }) => lesson_id));
  if (ids.length === 0 || new Set(ids).size !== ids.length) throw new Error('the lessons have no ids, or share one');
  const named = [...new Set(course.pictures?.map(({ name }) => name))].flatMap((name) => {
    const picture = files[`pictures/${name}`];
    return picture ? [{ name, picture }] : [];
  });
  const written = Buffer.from(JSON.stringify(course));
  return {
    value: { course: written.length, files: named.map(({ name, picture }) => ({ name, bytes: picture.length })) },
    bytes: Buffer.concat([written, ...named.map(({ picture }) => picture)]),
  };
};
