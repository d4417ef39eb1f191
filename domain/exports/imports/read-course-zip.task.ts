// Reads an exported zip, in a restricted process that `read-course-zip.ts` starts: it may unpack to much more than it holds.
import { unzipSync, strFromU8, type Unzipped } from 'fflate';
import { COURSE_FILE, courseFileSchema, IMPORT_BYTES, IMPORT_LESSONS } from '#contract/exports/course-file.ts';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';

/** Unpacks only the course and its pictures, up to a total size. */
function unpack(bytes: Uint8Array): Unzipped {
  let left = IMPORT_BYTES;
  return unzipSync(bytes, {
    filter({ name, originalSize }) {
      const isWanted = (name === COURSE_FILE || /^pictures\/[\w-]+\.jpg$/.test(name)) && originalSize <= left;
      if (isWanted) left -= originalSize;
      return isWanted;
    },
  });
}

/** Answers the size of the course, and the names and sizes of the pictures it names, each once; and the bytes of all of them. */
export const work: RestrictedWork = (_, bytes) => {
  const files = unpack(bytes);
  const file = files[COURSE_FILE];
  if (!file || file.length > IMPORT_BYTES) throw new Error('the course is not there, or too large');
  const course = courseFileSchema.parse(JSON.parse(strFromU8(file)));
  const ids = course.content.modules.flatMap(({ lessons }) => lessons.map(({ lesson_id }) => lesson_id));
  if (ids.length === 0 || ids.length > IMPORT_LESSONS || new Set(ids).size !== ids.length) throw new Error('lessons are not told apart');
  const named = [...new Set(course.pictures?.map(({ name }) => name))].flatMap((name) => {
    const picture = files[`pictures/${name}`];
    return picture ? [{ name, picture }] : [];
  });
  const read = Buffer.from(JSON.stringify(course));
  return {
    value: { course: read.length, files: named.map(({ name, picture }) => ({ name, bytes: picture.length })) },
    bytes: Buffer.concat([read, ...named.map(({ picture }) => picture)]),
  };
};
