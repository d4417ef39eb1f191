import { sql } from '#domain/platform/sql.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { CourseContent } from '#domain/courses/content/course-content.queries.ts';
import type { CoursePlan, OutlinedModule, PlannedLesson } from '#domain/generation/outline/course-plan.ts';

/** The request of a run of kind `lesson`: the form its course was made from, and the requested change. */
export interface RewriteRequest extends CourseForm {
  readonly instruction: string;
  /** Set when the lessons are those the course's own run could not write: they are accepted automatically. */
  readonly missing_from_run: string | null;
  /** Set when only a lesson's practice is written, because its course's run could not write it: its text does not change. */
  readonly practice_only?: true;
  /** Set when only texts that no second service could check are checked: corrections become a proposal. */
  readonly review_only?: true;
}

/** SQL over `run`: whether it writes only the practice of lessons. The only definition of this. */
export const PRACTICE_ONLY = sql`coalesce((run.request->>'practice_only')::boolean, false)`;

/** SQL over `run`: whether it only checks lessons. The only definition of this. */
export const CHECK_ONLY = sql`coalesce((run.request->>'review_only')::boolean, false)`;

type Summaries = ReadonlyMap<string, string>;

const outlined = (modules: CoursePlan['modules'] | CourseContent['modules'], summaries: Summaries): OutlinedModule[] =>
  modules.map(({ title, summary, lessons }) => ({
    title,
    summary,
    lessons: lessons.map(({ lesson_id, title }) => ({ lesson_id, title, summary: summaries.get(lesson_id) ?? '' })),
  }));

const summariesOf = (plan: CoursePlan | null): Summaries =>
  new Map(plan?.modules.flatMap((module) => module.lessons.map((lesson) => [lesson.lesson_id, lesson.summary])));

/**
 * Returns the plan for rewriting lessons of a live course: current title, objectives and length; their summaries come from the plan of the
 * course's run.
 */
export function rewritePlan(content: CourseContent, original: CoursePlan | null, lessonIds: readonly string[]): CoursePlan {
  const summaries = summariesOf(original);
  return {
    title: content.title,
    description: content.description,
    learning_objectives: content.learning_objectives,
    outline: outlined(content.modules, summaries),
    ...(content.plan && { shared: content.plan }),
    modules: only(
      content.modules.map((module) => ({
        ...module,
        lessons: module.lessons.map(({ lesson_id, title, objectives, duration_minutes }) => ({
          lesson_id,
          title,
          summary: summaries.get(lesson_id) ?? '',
          objectives,
          duration_minutes,
        })),
      })),
      lessonIds,
    ),
  };
}

/** Returns the plan for writing lessons that a run has left out. */
export const missingPlan = (original: CoursePlan, lessonIds: readonly string[]): CoursePlan => ({
  ...original,
  lacking: 0,
  outline: outlined(original.modules, summariesOf(original)),
  modules: only(original.modules, lessonIds),
});

type Modules = readonly { readonly title: string; readonly summary: string; readonly lessons: readonly PlannedLesson[] }[];

function only(modules: Modules, lessonIds: readonly string[]): CoursePlan['modules'] {
  return modules
    .map(({ title, summary, lessons }) => ({ title, summary, lessons: lessons.filter((lesson) => lessonIds.includes(lesson.lesson_id)) }))
    .filter((module) => module.lessons.length > 0);
}
