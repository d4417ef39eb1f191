import * as z from 'zod/mini';
import { ALT_CHARACTERS } from '#contract/courses/course-pictures.contract.ts';
import { COURSE_BOUNDS, storedCourseSchema, storedLessonSchema } from '#contract/courses/stored-course.ts';

/** The only file of an exported zip that an import reads, besides pictures. */
export const COURSE_FILE = 'course.json';
/** Size limits of an imported zip, and of the unpacked course in it, in bytes. */
export const IMPORT_BYTES = 20_000_000;
/** Maximum number of pictures of an imported course, including its cover. */
const IMPORT_PICTURES = 201;

const text = (max: number) => z.string().check(z.maxLength(max));
const { modules } = storedCourseSchema.shape;
const lesson = z.extend(storedLessonSchema, {
  lesson_id: z.uuid(),
  // limited on reading (`LESSON_CHARACTERS`): older files can have longer lessons, and get a clear error
  content: z.string(),
});

/** A picture in the zip: its file under `pictures/`, and its place: `cover`, or the id of a lesson of the module. */
const picture = z.object({
  name: z.string().check(z.regex(/^(cover|module-\d{1,3})\.jpg$/)),
  place: text(60),
  alt: text(ALT_CHARACTERS.most),
});

/** A course as exported to our zip: all of its content, none of its reader's data. */
export const courseFileSchema = z.object({
  format: z.literal('coursewright-course'),
  version: z.literal(1),
  difficulty: text(40),
  age_group: text(40),
  /** Proves that the content is as this installation has exported it (`course-seal.ts`). */
  seal: z.optional(text(100)),
  /** Absent in zips exported before pictures could be imported. */
  pictures: z.optional(z.array(picture).check(z.maxLength(IMPORT_PICTURES))),
  content: z.extend(storedCourseSchema, {
    title: storedCourseSchema.shape.title.check(z.minLength(1)),
    modules: z
      .array(z.extend(modules.def.element, { lessons: z.array(lesson).check(z.maxLength(COURSE_BOUNDS.lessons)) }))
      .check(z.minLength(1), z.maxLength(COURSE_BOUNDS.modules)),
  }),
});
export type CourseFile = z.infer<typeof courseFileSchema>;
