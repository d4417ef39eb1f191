import * as z from 'zod/mini';
import { ALT_CHARACTERS } from '#contract/courses/course-pictures.contract.ts';
import { courseSchema, lessonSchema, moduleSchema } from '#contract/courses/courses.contract.ts';

/** The one file of the own zip that is read again. */
export const COURSE_FILE = 'course.json';
/** Bytes of a zip that is taken in, and of the course in it once unpacked. */
export const IMPORT_BYTES = 20_000_000;
/** Lessons of a course that is taken in. */
export const IMPORT_LESSONS = 500;
/** Pictures of a course that is taken in, its cover among them. */
const IMPORT_PICTURES = 201;

const text = (max: number) => z.string().check(z.maxLength(max));
const lesson = z.extend(z.omit(lessonSchema, { index: true, completed: true, bookmarked: true, pinned: true }), {
  lesson_id: z.uuid(),
  title: text(500),
  content: text(500_000),
});

/** A picture of the zip: its file below `pictures/`, and where it stands: `cover`, or a lesson of the module. */
const picture = z.object({
  name: z.string().check(z.regex(/^(cover|module-\d{1,3})\.jpg$/)),
  place: text(60),
  alt: text(ALT_CHARACTERS.most),
});

/** A course as the own zip carries it: everything of its content, nothing of its reader. */
export const courseFileSchema = z.object({
  format: z.literal('coursewright-course'),
  version: z.literal(1),
  difficulty: text(40),
  age_group: text(40),
  /** Zips of before pictures were taken in again have none. */
  pictures: z.optional(z.array(picture).check(z.maxLength(IMPORT_PICTURES))),
  content: z.extend(
    z.pick(courseSchema, {
      description: true,
      language: true,
      learning_objectives: true,
      expert_insights: true,
      industry_relevance: true,
      quality_level: true,
      missing_lessons: true,
    }),
    {
      title: text(500).check(z.minLength(1)),
      modules: z
        .array(z.extend(moduleSchema, { title: text(500), lessons: z.array(lesson).check(z.maxLength(IMPORT_LESSONS)) }))
        .check(z.minLength(1), z.maxLength(200)),
    },
  ),
});
export type CourseFile = z.infer<typeof courseFileSchema>;
