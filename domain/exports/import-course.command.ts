import { unzipSync, strFromU8 } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { COURSE_FILE, courseFileSchema, IMPORT_BYTES, IMPORT_LESSONS, type CourseFile } from '#contract/exports/course-file.ts';
import { insertCourse } from '#domain/courses/content/insert-course.command.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Of the archive only the one file is unpacked, and only when it says that it is not too large. */
function readCourseFile(bytes: Uint8Array): CourseFile {
  try {
    const files = unzipSync(bytes, { filter: ({ name, originalSize }) => name === COURSE_FILE && originalSize <= IMPORT_BYTES });
    const file = files[COURSE_FILE];
    if (!file || file.length > IMPORT_BYTES) throw new Error('it is not there, or too large');
    const course = courseFileSchema.parse(JSON.parse(strFromU8(file)));
    const ids = course.content.modules.flatMap(({ lessons }) => lessons.map(({ lesson_id }) => lesson_id));
    if (ids.length === 0 || ids.length > IMPORT_LESSONS || new Set(ids).size !== ids.length) throw new Error('lessons are not told apart');
    return course;
  } catch (error) {
    throw new ProductError('import.bad_file', undefined, { cause: error });
  }
}

/**
 * Makes a course of what `ownZipOf` has written, with the same content.
 * @returns its id
 * @throws ProductError import.bad_file for anything else
 */
export async function importCourse(accountId: string, file: File): Promise<string> {
  const { content, difficulty, age_group: ageGroup } = readCourseFile(new Uint8Array(await file.arrayBuffer()));
  const courseId = uuidv7();
  await transact((trx) => insertCourse(trx, { courseId, accountId, content, difficulty, ageGroup, kind: 'edited' }));
  return courseId;
}
