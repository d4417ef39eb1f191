import * as z from 'zod/mini';
import { citationSchema } from './citation.contract.ts';
import { courseSchema, exerciseSchema, lessonSchema, moduleSchema } from './courses.contract.ts';
import { LESSON_CHARACTERS } from './lesson-limits.ts';
import { storedQuizItemSchema } from './quiz.contract.ts';

/**
 * Bounds of a whole course. They are wide for what people and services write, and so narrow that nothing done with the largest course holds
 * up a process: that needs the number of its small parts bounded as well as its bytes.
 */
export const COURSE_BOUNDS = {
  /** Of its JSON in UTF-8. */
  bytes: 2_000_000,
  modules: 60,
  lessons: 120,
  /** Questions, exercises and citations of all lessons together. */
  parts: 2_500,
} as const;
/** Bounds of the texts and lists in it, in characters and entries. */
export const COURSE_PART_BOUNDS = { title: 500, description: 5_000, summary: 2_000, point: 1_000, points: 24, insights: 40 } as const;
/** Bounds of a lesson's practice and citations. */
export const PRACTICE_BOUNDS = { questions: 40, exercises: 20, instructions: 20_000, citations: 100, quote: 5_000 } as const;

const text = (most: number) => z.string().check(z.maxLength(most));
const { title, description, summary, point, points, insights } = COURSE_PART_BOUNDS;
const lines = (most: number) => z.array(text(point)).check(z.maxLength(most));

const storedCitationSchema = z.extend(citationSchema, {
  quote: text(PRACTICE_BOUNDS.quote),
  passage: z.nullable(z.object({ source_id: text(60), source_name: text(title), number: z.int(), page: z.nullable(z.int()) })),
});

export const storedLessonSchema = z.extend(z.omit(lessonSchema, { index: true, completed: true, bookmarked: true, pinned: true }), {
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
});

/**
 * A version of a course as it is stored: the one place that says how large each of its parts may be, however it comes in. What may change
 * (saved, progress, status) or can be computed (indexes, total time) is derived when it is read.
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
  },
);
export type StoredLesson = z.infer<typeof storedLessonSchema>;
export type StoredCourse = z.infer<typeof storedCourseSchema>;

/** A part of a course that is larger than it may be. `part` is its path: `modules.0.lessons.2.quiz`; empty for the whole. */
export const tooLargeSchema = z.object({ part: z.string(), unit: z.enum(['bytes', 'entries', 'characters']), most: z.int() });
export type TooLarge = z.infer<typeof tooLargeSchema>;

/** The whole is too large. */
export const WHOLE: TooLarge = { part: '', unit: 'bytes', most: COURSE_BOUNDS.bytes };

/** Names the first part of a course that is too large to be stored; null when none is. @param json the course as it would be stored */
export const tooLargePart = (course: StoredCourse, json: string): TooLarge | null =>
  // the schema walks every part, so the whole comes first
  tooLargeWhole(course, json) ?? tooLargeIn(storedCourseSchema.safeParse(course));

/** Names what a course as a whole has too much of; null: nothing. */
export function tooLargeWhole(course: StoredCourse, json: string): TooLarge | null {
  if (json.length > COURSE_BOUNDS.bytes || new TextEncoder().encode(json).length > COURSE_BOUNDS.bytes) return WHOLE;
  const lessons = course.modules.flatMap((module) => module.lessons);
  if (lessons.length > COURSE_BOUNDS.lessons) return { part: 'lessons', unit: 'entries', most: COURSE_BOUNDS.lessons };
  const parts = lessons.reduce((sum, { quiz, exercises, citations = [] }) => sum + quiz.length + exercises.length + citations.length, 0);
  return parts > COURSE_BOUNDS.parts ? { part: 'quiz', unit: 'entries', most: COURSE_BOUNDS.parts } : null;
}

/** Names the part whose size a schema refused; null when it refused nothing, or something else. @param result of the schema above, or of a file's */
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
