import { PLAN_BOUNDS, type StoredPlan } from '#contract/courses/course-plan.contract.ts';
import type { OutlineDocument } from '#domain/generation/prompts/documents.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';

export interface PlannedLesson {
  readonly lesson_id: string;
  readonly title: string;
  readonly summary: string;
  readonly objectives: readonly string[];
  readonly duration_minutes: number;
}

/** The outline as the run stores it: the document plus a stable id for every lesson. */
export interface CoursePlan {
  readonly title: string;
  readonly description: string;
  readonly learning_objectives: readonly string[];
  readonly modules: readonly { readonly title: string; readonly summary: string; readonly lessons: readonly PlannedLesson[] }[];
  /** Number of ordered lessons that the outline lacks, which nobody pays for; absent: none. Not in plans of single lessons. */
  readonly lacking?: number;
  /** Only in a rewrite's plan, whose `modules` contain only the lessons to write: titles and positions of the whole course. */
  readonly outline?: readonly OutlinedModule[];
  /** What all lessons share: thread, terms, final task, and each lesson's part. Absent in plans of older releases. */
  readonly shared?: StoredPlan;
}

/** A module, with the facts about its lessons that the authors of other lessons know. */
export interface OutlinedModule {
  readonly title: string;
  readonly summary: string;
  /** `summary` is absent in plans of older releases. */
  readonly lessons: readonly { readonly lesson_id: string; readonly title: string; readonly summary?: string }[];
}

/** A lesson's position in its course; `number` counts through the whole course from 0. */
export interface PlacedLesson {
  readonly module: number;
  readonly lesson: number;
  readonly number: number;
  readonly moduleTitle: string;
  readonly planned: PlannedLesson;
}

/**
 * Returns a lesson's id: a UUID (version 8) derived from the run and the position in its outline, so that the streaming outline, the
 * finished one, and one drafted again after a crash have the same ids.
 */
export const lessonIdOf = (runId: string, module: number, lesson: number): string => uuidFrom(`${runId}/${module}/${lesson}`);

/** Returns the id of a lesson that the learner added to the outline at this position. */
export const addedLessonIdOf = (runId: string, module: number, lesson: number): string => uuidFrom(`${runId}/added/${module}/${lesson}`);

/** Returns a lesson's number for users: `2.1`. */
export const numberOf = ({ module, lesson }: Pick<PlacedLesson, 'module' | 'lesson'>): string => `${module + 1}.${lesson + 1}`;

/** Returns the number of lessons that a course's price is divided by: those of its outline, plus the ordered ones it lacks. */
export const pricedLessons = (plan: CoursePlan): number =>
  plan.modules.reduce((sum, { lessons }) => sum + lessons.length, plan.lacking ?? 0);

/**
 * Converts an outline document to the plan of a run.
 * @param minutes of each lesson before it is written; then its parts are counted (`lessonMinutes`)
 */
export function planFromOutline(runId: string, outline: Omit<OutlineDocument, 'fewer_because'>, minutes: number): CoursePlan {
  return {
    title: outline.title.trim(),
    description: outline.description.trim(),
    learning_objectives: outline.learning_objectives,
    modules: outline.modules.map((module, m) => ({
      title: module.title.trim(),
      summary: module.summary.trim(),
      lessons: module.lessons.map((lesson, l) => ({
        lesson_id: lessonIdOf(runId, m, l),
        title: lesson.title.trim(),
        summary: lesson.summary.trim(),
        objectives: lesson.objectives,
        duration_minutes: minutes,
      })),
    })),
    shared: sharedPlan(runId, outline),
  };
}

/** Shortens a text to its last whole sentence, or else word: authors take what stands in the plan as it stands. */
function cut(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  const part = whole.slice(0, most).toWellFormed();
  const sentences = /^.+[.!?。！？।؟](?=\s|$)/su.exec(part)?.[0];
  return sentences ?? part.replace(/\s+\S*$/, '');
}
const cutAll = (texts: readonly string[], most: number, length: number): string[] =>
  texts
    .map((one) => cut(one, length))
    .filter(Boolean)
    .slice(0, most);

/** Returns the parts of a plan that all lessons share, within their limits. A term of no lesson of the plan is dropped. */
function sharedPlan(
  runId: string,
  { thread, terms, conventions, final_task, modules }: Omit<OutlineDocument, 'fewer_because'>,
): StoredPlan {
  const { name, value, summary, meaning, point, points, notes, task, solution, title } = PLAN_BOUNDS;
  return {
    thread: thread.name.trim()
      ? {
          kind: thread.kind,
          name: cut(thread.name, name),
          summary: cut(thread.summary, summary),
          facts: thread.facts
            .filter((fact) => fact.name.trim() && fact.value.trim())
            .slice(0, PLAN_BOUNDS.facts)
            .map((fact) => ({ name: cut(fact.name, name), value: cut(fact.value, value) })),
          own: cut(thread.own, summary),
        }
      : null,
    terms: terms
      .flatMap((one) => {
        const [m = 0, l = 0] = (/^(\d{1,3})\.(\d{1,3})$/.exec(one.lesson.trim()) ?? []).slice(1).map(Number);
        const isPlanned = modules[m - 1]?.lessons[l - 1] !== undefined;
        return one.term.trim() && isPlanned
          ? [{ term: cut(one.term, name), meaning: cut(one.meaning, meaning), lesson_id: lessonIdOf(runId, m - 1, l - 1) }]
          : [];
      })
      .slice(0, PLAN_BOUNDS.terms),
    conventions: cutAll(conventions, PLAN_BOUNDS.conventions, PLAN_BOUNDS.convention),
    final_task: final_task.task.trim()
      ? {
          title: cut(final_task.title, title),
          task: cut(final_task.task, task),
          points: cutAll(final_task.points, points, point),
          solution: cut(final_task.solution, solution),
        }
      : null,
    lessons: modules.flatMap((module, m) =>
      module.lessons.map((lesson, l) => ({
        lesson_id: lessonIdOf(runId, m, l),
        kind: lesson.kind,
        assumes: cutAll(lesson.assumes, notes, point),
        adds: cutAll(lesson.adds, notes, point),
        leaves: cutAll(lesson.leaves, notes, point),
        thread: cut(lesson.thread, meaning),
        ...(lesson.work_minutes >= 1 && { work_minutes: Math.min(PLAN_BOUNDS.work, Math.round(lesson.work_minutes)) }),
      })),
    ),
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const objects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

/**
 * Returns the displayable part of a streaming outline: modules and lessons with a title. Null before the title. It is unvalidated, so any
 * field may have any type.
 */
export function planFromPartial(runId: string, partial: unknown): CoursePlan | null {
  const outline = (partial ?? {}) as Record<string, unknown>;
  if (!text(outline['title']).trim() || !Array.isArray(outline['modules'])) return null;
  const titled = (value: unknown) => objects(value).filter(({ title }) => text(title).trim());
  return {
    title: text(outline['title']).trim(),
    description: text(outline['description']).trim(),
    learning_objectives: Array.isArray(outline['learning_objectives'])
      ? outline['learning_objectives'].filter((entry) => typeof entry === 'string')
      : [],
    modules: titled(outline['modules']).map((module, m) => ({
      title: text(module['title']).trim(),
      summary: text(module['summary']).trim(),
      lessons: titled(module['lessons']).map(({ title }, l) => ({
        lesson_id: lessonIdOf(runId, m, l),
        title: text(title).trim(),
        summary: '',
        objectives: [],
        duration_minutes: 5,
      })),
    })),
  };
}

/** Counts the lessons of the whole course. */
export const countPlanned = (plan: CoursePlan): number =>
  (plan.outline ?? plan.modules).reduce((sum, { lessons }) => sum + lessons.length, 0);

/**
 * Returns the lesson that a question of this lesson can recall, or null for the first lesson: by the plan, the longest ago of those that
 * define a term which this lesson takes for granted; otherwise the previous one.
 */
export function recalledLesson(
  plan: CoursePlan,
  { number }: Pick<PlacedLesson, 'number'>,
): { readonly lesson_id: string; readonly title: string } | null {
  const lessons = (plan.outline ?? plan.modules).flatMap((module) => [...module.lessons]);
  const own = plan.shared?.lessons.find(({ lesson_id: id }) => id === lessons[number]?.lesson_id);
  const assumed = own?.assumes.join('\n').toLowerCase() ?? '';
  const defining = new Set(plan.shared?.terms.flatMap((one) => (assumed.includes(one.term.toLowerCase()) ? [one.lesson_id] : [])));
  return lessons.slice(0, number).find(({ lesson_id: id }) => defining.has(id)) ?? lessons[number - 1] ?? null;
}

/** Returns all lessons of a plan in reading order, with their positions in the course. */
export function placedLessons(plan: CoursePlan): PlacedLesson[] {
  let number = 0;
  const places = new Map(
    (plan.outline ?? plan.modules).flatMap((module, m) =>
      module.lessons.map(({ lesson_id }, l) => [lesson_id, { module: m, lesson: l, number: number++ }] as const),
    ),
  );
  return plan.modules.flatMap((module) =>
    module.lessons.map((planned) => ({ ...places.get(planned.lesson_id)!, moduleTitle: module.title, planned })),
  );
}
