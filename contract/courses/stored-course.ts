import * as z from 'zod/mini';
import { citationSchema } from './citation.contract.ts';
import { coursePlanSchema } from './course-plan.contract.ts';
import { courseSchema, exerciseSchema, lessonSchema, moduleSchema } from './courses.contract.ts';
import { LESSON_CHARACTERS } from './lesson-limits.ts';
import { storedQuizItemSchema } from './quiz.contract.ts';

/**
 * Limits of a whole course: wide enough for what people and services write, and narrow enough that no operation on the largest course
 * blocks a process. That requires a limit on the number of small parts as well as on the bytes.
 */
export const COURSE_BOUNDS = {
  /** The length of its JSON in UTF-8. */
  bytes: 2_000_000,
  modules: 60,
  lessons: 120,
  /** Questions, exercises, steps of workshops and citations of all lessons together. */
  parts: 2_500,
} as const;
/** Limits of its texts and lists, in characters and entries. */
export const COURSE_PART_BOUNDS = { title: 500, description: 5_000, summary: 2_000, point: 1_000, points: 24, insights: 40 } as const;
/** Limits of a lesson's practice and citations. */
export const PRACTICE_BOUNDS = { questions: 40, exercises: 20, instructions: 20_000, citations: 100, quote: 5_000 } as const;

const text = (most: number) => z.string().check(z.maxLength(most));
const { title, description, summary, point, points, insights } = COURSE_PART_BOUNDS;
const lines = (most: number) => z.array(text(point)).check(z.maxLength(most));

const storedCitationSchema = z.extend(citationSchema, {
  quote: text(PRACTICE_BOUNDS.quote),
  passage: z.nullable(z.object({ source_id: text(60), source_name: text(title), number: z.int(), page: z.nullable(z.int()) })),
});

export const storedLessonSchema = z.extend(
  z.omit(lessonSchema, { index: true, completed: true, bookmarked: true, pinned: true, is_held_back: true }),
  {
    lesson_id: text(60),
    title: text(title),
    content: text(LESSON_CHARACTERS),
    objectives: lines(points),
    key_takeaways: lines(points),
    quiz: z.array(storedQuizItemSchema).check(z.maxLength(PRACTICE_BOUNDS.questions)),
    exercises: z
      .array(
        z.extend(exerciseSchema, {
          id: text(60),
          title: text(title),
          instructions: text(PRACTICE_BOUNDS.instructions),
          solution: z.optional(text(PRACTICE_BOUNDS.instructions)),
        }),
      )
      .check(z.maxLength(PRACTICE_BOUNDS.exercises)),
    citations: z.optional(z.array(storedCitationSchema).check(z.maxLength(PRACTICE_BOUNDS.citations))),
    notes: z.array(lessonSchema.shape.notes.def.element).check(z.maxLength(20)),
  },
);

/**
 * A version of a course as stored: the only place that limits the size of its parts, whatever their origin. Anything that can change
 * (saved, progress, status) or be computed (indexes, total time) is derived on reading.
 */
export const storedCourseSchema = z.extend(
  z.pick(courseSchema, {
    quality_level: true,
    /** Lessons of the outline that could not be written; 0 unless `partial`. */ missing_lessons: true,
  }),
  {
    title: text(title),
    /** Markdown. */
    description: text(description),
    /** A value of the form's `language_preference`, e.g. `spanish`. */
    language: text(60),
    learning_objectives: lines(insights),
    expert_insights: lines(insights),
    industry_relevance: lines(insights),
    modules: z
      .array(
        z.extend(moduleSchema, {
          title: text(title),
          summary: text(summary),
          lessons: z.array(storedLessonSchema).check(z.maxLength(COURSE_BOUNDS.lessons)),
        }),
      )
      .check(z.maxLength(COURSE_BOUNDS.modules)),
    /** What its lessons share; absent in courses that were not planned as a whole. */
    plan: z.optional(coursePlanSchema),
  },
);
export type StoredLesson = z.infer<typeof storedLessonSchema>;
export type StoredCourse = z.infer<typeof storedCourseSchema>;

/** A part of a course that exceeds its limit. `part` is its path: `modules.0.lessons.2.quiz`; empty for the whole course. */
export const tooLargeSchema = z.object({ part: z.string(), unit: z.enum(['bytes', 'entries', 'characters']), most: z.int() });
export type TooLarge = z.infer<typeof tooLargeSchema>;

/** The whole course is too large. */
export const WHOLE: TooLarge = { part: '', unit: 'bytes', most: COURSE_BOUNDS.bytes };

/** Returns the first part of a course that is too large to be stored; null if none is. @param json the course as it would be stored */
export const tooLargePart = (course: StoredCourse, json: string): TooLarge | null =>
  // the schema visits every part, so the total size is checked first
  tooLargeWhole(course, json) ?? tooLargeIn(storedCourseSchema.safeParse(course));

/** Returns which total limit a course exceeds, or null. */
export function tooLargeWhole(course: StoredCourse, json: string): TooLarge | null {
  if (json.length > COURSE_BOUNDS.bytes || new TextEncoder().encode(json).length > COURSE_BOUNDS.bytes) return WHOLE;
  const lessons = course.modules.flatMap((module) => module.lessons);
  if (lessons.length > COURSE_BOUNDS.lessons) return { part: 'lessons', unit: 'entries', most: COURSE_BOUNDS.lessons };
  const partsOf = ({ quiz, exercises, workshop, citations = [] }: StoredLesson): number =>
    quiz.length + exercises.length + (workshop?.steps.length ?? 0) + citations.length;
  const parts = lessons.reduce((sum, lesson) => sum + partsOf(lesson), 0);
  return parts > COURSE_BOUNDS.parts ? { part: 'quiz', unit: 'entries', most: COURSE_BOUNDS.parts } : null;
}

/**
 * Returns the part that a schema rejected for its size; null if it rejected nothing, or for another reason.
 * @param result of the schema above, or of a file's
 */
export function tooLargeIn(result: z.core.util.SafeParseResult<unknown>): TooLarge | null {
  const issue = result.error?.issues.find((one) => one.code === 'too_big');
  if (issue?.code !== 'too_big') return null;
  return {
    // a file has the course in `content`
    part: (issue.path[0] === 'content' ? issue.path.slice(1) : issue.path).join('.'),
    unit: issue.origin === 'string' ? 'characters' : 'entries',
    most: Number(issue.maximum),
  };
}
