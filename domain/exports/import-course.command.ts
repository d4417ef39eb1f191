import { unzipSync, strFromU8, type Unzipped } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { COURSE_FILE, courseFileSchema, IMPORT_BYTES, IMPORT_LESSONS, type CourseFile } from '#contract/exports/course-file.ts';
import { insertCourse } from '#domain/courses/content/insert-course.command.ts';
import { setPicture } from '#domain/courses/pictures/set-picture.command.ts';
import { encodePicture, encodeThumb, PICTURE_TYPE } from '#domain/media/encode-picture.command.ts';
import { assertMediaRoom, storeMedia, type MediaObject } from '#domain/media/media.command.ts';
import { transact } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';

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

function readCourseFile(bytes: Uint8Array): { course: CourseFile; files: Unzipped } {
  try {
    const files = unpack(bytes);
    const file = files[COURSE_FILE];
    if (!file || file.length > IMPORT_BYTES) throw new Error('it is not there, or too large');
    const course = courseFileSchema.parse(JSON.parse(strFromU8(file)));
    const ids = course.content.modules.flatMap(({ lessons }) => lessons.map(({ lesson_id }) => lesson_id));
    if (ids.length === 0 || ids.length > IMPORT_LESSONS || new Set(ids).size !== ids.length) throw new Error('lessons are not told apart');
    return { course, files };
  } catch (error) {
    throw new ProductError('import.bad_file', undefined, { cause: error });
  }
}

interface TakenPicture {
  readonly place: string;
  readonly lessons: readonly string[];
  readonly alt: string;
  readonly large: MediaObject;
  readonly small: MediaObject;
}

/** Stores the pictures that have a place and can be opened; others are skipped. */
async function takePictures(accountId: string, { pictures = [], content }: CourseFile, files: Unzipped): Promise<TakenPicture[]> {
  const taken: TakenPicture[] = [];
  for (const { name, place, alt } of pictures) {
    const module = content.modules.find(({ lessons }) => lessons.some(({ lesson_id }) => lesson_id === place));
    const file = files[`pictures/${name}`];
    const large = file && (module || place === 'cover') ? await encodePicture(file) : null;
    if (!large) continue;
    const lessons = module?.lessons.map(({ lesson_id }) => lesson_id) ?? [];
    const store = (source: Uint8Array) => storeMedia({ accountId, kind: 'picture', type: PICTURE_TYPE, source });
    taken.push({ place, lessons, alt, large: await store(large), small: await store(await encodeThumb(large)) });
  }
  return taken;
}

/**
 * Imports a course from an `courseZipOf` file, with the same content and pictures.
 * @returns its id
 * @throws ProductError import.bad_file for anything else; media.full
 */
export async function importCourse(accountId: string, file: File): Promise<string> {
  const { course, files } = readCourseFile(new Uint8Array(await file.arrayBuffer()));
  const { content, difficulty, age_group: ageGroup } = course;
  if (course.pictures?.length) await assertMediaRoom(accountId, file.size);
  const pictures = await takePictures(accountId, course, files);
  const courseId = uuidv7();
  await transact(async (trx) => {
    await insertCourse(trx, { courseId, accountId, content, difficulty, ageGroup, kind: 'edited' });
    for (const { place, lessons, ...picture } of pictures) {
      const at = place === 'cover' ? place : `module:${lessons[0]}`;
      await setPicture(trx, { homeId: courseId, accountId, place: at, lessons, runId: null }, { ...picture, prompt: '' });
    }
  });
  return courseId;
}
