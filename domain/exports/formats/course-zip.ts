import { zipSync, strToU8, type Zippable } from 'fflate';
import type { Course } from '#contract/courses/courses.contract.ts';
import { COURSE_FILE, courseFileSchema } from '#contract/exports/course-file.ts';
import type { ExportPicture } from './pictures.ts';

/**
 * Returns the file that an import reads, with the course's whole content.
 * @param pictures stored beside it, in `pictures/`; posters are left out, because they are drawn again
 * @param seal of its content (`sealOf`)
 */
export function courseFileOf(course: Course, pictures: readonly ExportPicture[], seal?: string): string {
  const file = courseFileSchema.parse({
    format: 'coursewright-course',
    version: 1,
    difficulty: course.difficulty,
    age_group: course.age_group,
    ...(seal !== undefined && { seal }),
    content: course,
    pictures: pictures.filter(({ simulation }) => !simulation).map(({ name, place, alt }) => ({ name, place, alt })),
  });
  return JSON.stringify(file, null, 1);
}

/**
 * Returns the course as a zip that can be imported: the data file, the course as a text for people, and its pictures with alternative
 * texts.
 * @param markdown the course for people
 * @param seal of its content (`sealOf`)
 */
export function courseZipOf(course: Course, pictures: readonly ExportPicture[], markdown: string, seal?: string): Uint8Array {
  const files: Zippable = {
    [COURSE_FILE]: strToU8(courseFileOf(course, pictures, seal)),
    'course.md': strToU8(markdown),
    ...Object.fromEntries(pictures.map(({ name, bytes }) => [`pictures/${name}`, [bytes, { level: 0 }]] as const)),
    ...(pictures.length > 0 && { 'pictures/pictures.md': strToU8(pictures.map(({ name, alt }) => `- ${name}: ${alt}\n`).join('')) }),
  };
  return zipSync(files, { mtime: new Date(course.created_at) });
}
