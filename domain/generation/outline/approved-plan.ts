import type { StoredPlan } from '#contract/courses/course-plan.contract.ts';
import { OUTLINE_LIMITS, type ApprovedOutline } from '#contract/generation/run-control.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { fieldProblem, type FieldProblem } from '#domain/platform/errors.ts';
import { addedLessonIdOf, placedLessons, type CoursePlan, type PlannedLesson } from './course-plan.ts';

/** Returns the problems of an approved outline that fits its schema; empty when it can be written. */
export function outlineProblems(draft: CoursePlan, outline: ApprovedOutline): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const known = new Set(placedLessons(draft).map(({ planned }) => planned.lesson_id));
  const seen = new Set<string>();
  const total = outline.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  if (total > OUTLINE_LIMITS.lessons_max)
    problems.push(fieldProblem('modules', toSentence('must have at most {n} lessons in total', { n: OUTLINE_LIMITS.lessons_max })));
  for (const [m, module] of outline.modules.entries()) {
    for (const [l, { id }] of module.lessons.entries()) {
      if (id === undefined) continue;
      const path = `modules.${m}.lessons.${l}.id`;
      if (!known.has(id)) problems.push(fieldProblem(path, toSentence('must be the id of a lesson of the draft, or left out')));
      else if (seen.has(id)) problems.push(fieldProblem(path, toSentence('must not be there twice')));
      seen.add(id);
    }
  }
  const { thread, final_task: task } = outline;
  if (thread && !VISIBLE.test(thread.name)) problems.push(fieldProblem('thread.name', toSentence('must contain letters or digits')));
  if (task && !VISIBLE.test(task.task)) problems.push(fieldProblem('final_task.task', toSentence('must contain letters or digits')));
  if (task && !task.points.some((point) => VISIBLE.test(point)))
    problems.push(fieldProblem('final_task.points', toSentence('must have at least one point')));
  return problems;
}

/**
 * Returns the plan exactly as approved. Lessons of the draft keep id, summary, objectives and duration, wherever they are and whatever
 * their new title; new ones have a title only, and the usual duration. The same outline always gives the same plan.
 */
export function approvedPlan(runId: string, draft: CoursePlan, outline: ApprovedOutline): CoursePlan {
  const drafted = placedLessons(draft);
  const byId = new Map(drafted.map((placed) => [placed.planned.lesson_id, placed]));
  const minutes = drafted.map(({ planned }) => planned.duration_minutes).toSorted((a, b) => a - b);
  const usual = minutes[Math.floor(minutes.length / 2)] ?? 30;
  const rename = renaming(draft.shared?.thread, outline.thread);
  const modules = outline.modules.map((module, m) => ({
    title: module.title,
    summary: rename.text(summaryOf(draft, module, (id) => byId.get(id)?.module)),
    lessons: module.lessons.map(({ id, title }, l): PlannedLesson => {
      const known = id === undefined ? undefined : byId.get(id)?.planned;
      if (known) return { ...known, title, summary: rename.text(known.summary), objectives: rename.list(known.objectives) };
      return { lesson_id: addedLessonIdOf(runId, m, l), title, summary: '', objectives: [], duration_minutes: usual };
    }),
  }));
  const { lacking = 0, ...rest } = draft;
  // lessons that a learner has added are there; those they have removed were their choice
  const added = modules.reduce((sum, { lessons }) => sum + lessons.length, 0) - drafted.length;
  const left = Math.max(0, lacking - Math.max(0, added));
  const shared = draft.shared && approvedShared(draft.shared, { outline, modules, rename });
  return {
    ...rest,
    title: outline.title,
    description: rename.text(draft.description),
    learning_objectives: rename.list(draft.learning_objectives),
    modules,
    ...(shared && { shared }),
    ...(left > 0 && { lacking: left }),
  };
}

interface Approval {
  readonly outline: ApprovedOutline;
  readonly modules: CoursePlan['modules'];
  readonly rename: Renaming;
}

/** Returns what the approved lessons share: terms of lessons that are left out go, and an added lesson has no part of its own yet. */
function approvedShared(shared: StoredPlan, { outline, modules, rename }: Approval): StoredPlan {
  const { thread, final_task: task } = outline;
  const ids = modules.flatMap(({ lessons }) => lessons.map(({ lesson_id: id }) => id));
  const followed = thread === undefined ? shared.thread : thread;
  const parts = shared.lessons.map((part) => ({
    ...part,
    assumes: rename.list(part.assumes),
    adds: rename.list(part.adds),
    leaves: rename.list(part.leaves),
    thread: followed ? rename.text(part.thread) : '',
  }));
  const partOf = new Map(parts.map((part) => [part.lesson_id, part]));
  return {
    thread: followed,
    terms: shared.terms
      .filter(({ lesson_id: id }) => ids.includes(id))
      .map((term) => ({ ...term, term: rename.text(term.term), meaning: rename.text(term.meaning) })),
    conventions: rename.list(shared.conventions),
    final_task: task === undefined ? shared.final_task : task,
    lessons: ids.map((id) => partOf.get(id) ?? { lesson_id: id, kind: 'idea', assumes: [], adds: [], leaves: [], thread: '' }),
  };
}

const SENTENCE = /[^.!?。！？।؟]+[.!?。！？।؟]*\s*/gu;

/** Gives the texts of a plan the thread's new name, or takes it out of them. */
interface Renaming {
  readonly text: (text: string) => string;
  readonly list: (texts: readonly string[]) => string[];
}

/** @param after undefined: the thread stays as it was drafted; null: it was removed, and what names it goes, sentence by sentence and entry by entry */
function renaming(before: StoredPlan['thread'] | undefined, after: ApprovedOutline['thread']): Renaming {
  const name = before?.name;
  if (!name || after === undefined || after?.name === name) return { text: (text) => text, list: (texts) => [...texts] };
  const text = (one: string): string => {
    if (!one.includes(name)) return one;
    if (after) return one.replaceAll(name, () => after.name);
    const rest = (one.match(SENTENCE) ?? []).filter((sentence) => !sentence.includes(name));
    return rest.join('').trim() || one;
  };
  return { text, list: (texts) => (after ? texts.map(text) : texts.filter((one) => !one.includes(name))) };
}

/** A module keeps its summary if it has the same title, or only lessons of that one module. */
function summaryOf(
  draft: CoursePlan,
  module: ApprovedOutline['modules'][number],
  moduleOf: (lessonId: string) => number | undefined,
): string {
  const sameTitle = draft.modules.find(({ title }) => title === module.title);
  if (sameTitle) return sameTitle.summary;
  const origins = new Set(module.lessons.flatMap(({ id }) => (id === undefined ? [] : (moduleOf(id) ?? []))));
  const [origin] = origins;
  return origins.size === 1 ? draft.modules[origin!]!.summary : '';
}

/** Tells whether a plan is the result of approving this outline: same titles, ids, thread and final task, in the same order. */
export function followsOutline(runId: string, plan: CoursePlan, outline: ApprovedOutline): boolean {
  const shape = ({ title, modules, shared }: CoursePlan) => [
    title,
    shared?.thread,
    shared?.final_task,
    modules.map((module) => [module.title, module.lessons.map((one) => [one.lesson_id, one.title])]),
  ];
  return JSON.stringify(shape(plan)) === JSON.stringify(shape(approvedPlan(runId, plan, outline)));
}
