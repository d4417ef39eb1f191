import { zipSync, strToU8 } from 'fflate';
import type { Course } from '#contract/courses/courses.contract.ts';
import { COURSE_FILE, courseFileSchema } from '#contract/exports/course-file.ts';
import { markdownOf } from './markdown.ts';

/** The course as a zip that can be taken in again: the file that is read, and the same as a text for people. */
export function ownZipOf(course: Course): Uint8Array {
  const file = courseFileSchema.parse({
    format: 'coursewright-course',
    version: 1,
    difficulty: course.difficulty,
    age_group: course.age_group,
    content: course,
  });
  return zipSync(
    { [COURSE_FILE]: strToU8(JSON.stringify(file, null, 1)), 'course.md': strToU8(markdownOf(course)) },
    { mtime: new Date(course.created_at) },
  );
}
