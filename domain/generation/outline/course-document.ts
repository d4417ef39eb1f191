import type { StoredPlan, Thread } from '#contract/courses/course-plan.contract.ts';
import { numberOf, type CoursePlan } from './course-plan.ts';

/** Longer summaries are cut, because every author of a course reads all of them. */
const SUMMARY_CHARACTERS = 160;

/** Returns a summary as one line. */
function inOneLine(summary: string): string {
  const line = summary.replace(/\s+/g, ' ').trim();
  return line.length > SUMMARY_CHARACTERS ? `${line.slice(0, SUMMARY_CHARACTERS).replace(/\s\S*$/, '')} …` : line;
}

/** Leaves out fields without content: an older plan lacks most of them, and each costs every author tokens. */
const filled = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );

interface Module {
  readonly title: string;
  readonly lessons: readonly { readonly lesson_id: string; readonly title: string; readonly summary?: string }[];
}

interface Planned extends Pick<CoursePlan, 'title'>, Partial<Pick<CoursePlan, 'description' | 'learning_objectives' | 'shared'>> {
  readonly modules: readonly Module[];
  /** The whole course, where `modules` are only some of it. */
  readonly outline?: readonly Module[];
}

/** Returns the numbers of a course's lessons, `1.2`, by id. */
const numbersOf = (modules: readonly Module[]): ReadonlyMap<string, string> =>
  new Map(modules.flatMap((module, m) => module.lessons.map(({ lesson_id: id }, l) => [id, numberOf({ module: m, lesson: l })] as const)));

/** Returns what authors and reviewers of all lessons are told in the same words. */
const sharedBy = (shared: StoredPlan | undefined, numbers: ReadonlyMap<string, string>) => ({
  conventions: shared?.conventions,
  terms: shared?.terms.map(({ term, meaning, lesson_id: id }) => filled({ term, meaning, lesson: numbers.get(id) })),
});
const factsOf = ({ facts }: Thread): string[] => facts.map(({ name, value }) => `${name}: ${value}`);

/**
 * Describes a course for its authors, with all that its lessons share: what it promises and ends in, its thread with the facts, its terms
 * with the lessons that define them, its conventions, and each lesson's part. It does not mark the lesson being written, so that the text is
 * the same for all lessons of a course and vendors can cache it. Plans of older releases have only titles and summaries.
 */
export function courseDocument({
  title,
  description,
  learning_objectives: objectives,
  modules,
  outline,
  shared,
}: Planned): Record<string, unknown> {
  const all = outline ?? modules;
  const numbers = numbersOf(all);
  const parts = new Map(shared?.lessons.map((part) => [part.lesson_id, part]));
  const { thread, final_task: task } = shared ?? {};
  return filled({
    title,
    description,
    objectives,
    thread:
      thread &&
      filled({
        kind: thread.kind,
        name: thread.name,
        summary: thread.summary,
        facts: factsOf(thread),
        own: thread.own,
      }),
    ...sharedBy(shared, numbers),
    final_task: task && filled({ title: task.title, points: task.points }),
    modules: all.map((module) => ({
      title: module.title,
      lessons: module.lessons.map(({ lesson_id: id, title: name, summary = '' }) => {
        const { kind, assumes, adds, leaves, thread: role, work_minutes } = parts.get(id) ?? {};
        const number = numbers.get(id);
        return filled({ number, title: name, summary: inOneLine(summary), kind, assumes, adds, leaves, thread: role, work_minutes });
      }),
    })),
  });
}

/**
 * Describes what a course's reviewers and correctors compare a lesson with: the thread's facts, terms, conventions, and the titles of all
 * lessons. Half as long as `courseDocument`, and read twice for each lesson.
 */
export function sharedFacts({ modules, outline, shared }: Planned): Record<string, unknown> {
  const all = outline ?? modules;
  const numbers = numbersOf(all);
  return filled({
    thread: shared?.thread && { name: shared.thread.name, facts: factsOf(shared.thread) },
    ...sharedBy(shared, numbers),
    modules: all.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map(({ lesson_id: id, title: name }) => ({ number: numbers.get(id), title: name })),
    })),
  });
}
