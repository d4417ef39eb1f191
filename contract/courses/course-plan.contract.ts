import * as z from 'zod/mini';

/** What carries a course: a case that is worked on, something that is built, a person who is followed, or a text that is read. */
export const THREAD_KINDS = ['case', 'project', 'person', 'text'] as const;

/** What a lesson is for. Old courses do not say, and an outline's author may not: then it is `idea`. */
export const LESSON_KINDS = ['idea', 'worked_case', 'workshop', 'review', 'project'] as const;

/** Limits of a plan's parts, in entries, characters, days or weeks, and minutes of one of them. */
export const PLAN_BOUNDS = {
  name: 200,
  value: 1_000,
  facts: 40,
  summary: 2_000,
  terms: 80,
  meaning: 500,
  conventions: 24,
  convention: 500,
  title: 200,
  task: 12_000,
  points: 12,
  point: 500,
  solution: 12_000,
  notes: 8,
  lessons: 120,
  units: 60,
  minutes: 10_000,
  work: 600,
} as const;

const text = (most: number) => z.string().check(z.maxLength(most));
const lines = (most: number, length: number) => z.array(text(length)).check(z.maxLength(most));

/**
 * The case, project, person or text that the whole course follows. `facts` are shared by all lessons, so that no two of them disagree.
 * `own`: the parallel case that learners work on by themselves, in one or two sentences.
 */
export const threadSchema = z.object({
  kind: z.enum(THREAD_KINDS),
  name: text(PLAN_BOUNDS.name),
  summary: text(PLAN_BOUNDS.summary),
  facts: z.array(z.object({ name: text(PLAN_BOUNDS.name), value: text(PLAN_BOUNDS.value) })).check(z.maxLength(PLAN_BOUNDS.facts)),
  own: text(PLAN_BOUNDS.summary),
});
export type Thread = z.infer<typeof threadSchema>;

/** A term with its meaning, as the lesson that defines it says it. */
const planTermSchema = z.object({ term: text(PLAN_BOUNDS.name), meaning: text(PLAN_BOUNDS.meaning), lesson_id: text(60) });

/**
 * What a course ends in: work on a case that no lesson has. `task` (Markdown) has its raw material and what to do with it, `points` what a
 * good result has, `solution` (Markdown) an example of one, which learners see once their own has passed.
 */
export const finalTaskSchema = z.object({
  title: text(PLAN_BOUNDS.title),
  task: text(PLAN_BOUNDS.task),
  points: lines(PLAN_BOUNDS.points, PLAN_BOUNDS.point),
  solution: text(PLAN_BOUNDS.solution),
});
export type FinalTask = z.infer<typeof finalTaskSchema>;

/**
 * A lesson's part of the plan: what it may take for granted, what it adds, what it leaves to later lessons, and what it does with the
 * thread ('' for nothing).
 */
const planLessonSchema = z.object({
  lesson_id: text(60),
  kind: z.enum(LESSON_KINDS),
  assumes: lines(PLAN_BOUNDS.notes, PLAN_BOUNDS.point),
  adds: lines(PLAN_BOUNDS.notes, PLAN_BOUNDS.point),
  leaves: lines(PLAN_BOUNDS.notes, PLAN_BOUNDS.point),
  thread: text(PLAN_BOUNDS.meaning),
  /** Minutes of work away from the page that the lesson asks for, such as an hour at the workbench; absent for none. */
  work_minutes: z.optional(z.int().check(z.gte(1), z.lte(PLAN_BOUNDS.work))),
});

const minutes = z.int().check(z.gte(0), z.lte(PLAN_BOUNDS.minutes));

/**
 * The time in which a course is meant to be learned: so many days or weeks, and the minutes of one of them. `reading`: the lessons' texts;
 * `practice`: their questions and exercises; `tasks`: the workshops and the final task; `review`: questions that come back.
 */
export const paceSchema = z.object({
  unit: z.enum(['day', 'week']),
  units: z.int().check(z.gte(1), z.lte(PLAN_BOUNDS.units)),
  minutes: z.object({ reading: minutes, practice: minutes, tasks: minutes, review: minutes }),
});
export type Pace = z.infer<typeof paceSchema>;

/**
 * The plan that carries a course, stored with each of its versions. Rewrites and missing lessons are written from it. `conventions` are
 * rules, formulas, units and spellings that all lessons share. `pace`: the time in which it is meant to be learned; absent in custom-paced
 * courses, and in those from before courses had one. Its days follow from the lessons that the course has now (`placeInDays`).
 */
export const coursePlanSchema = z.object({
  thread: z.nullable(threadSchema),
  terms: z.array(planTermSchema).check(z.maxLength(PLAN_BOUNDS.terms)),
  conventions: lines(PLAN_BOUNDS.conventions, PLAN_BOUNDS.convention),
  final_task: z.nullable(finalTaskSchema),
  lessons: z.array(planLessonSchema).check(z.maxLength(PLAN_BOUNDS.lessons)),
  pace: z.optional(paceSchema),
});
export type StoredPlan = z.infer<typeof coursePlanSchema>;
