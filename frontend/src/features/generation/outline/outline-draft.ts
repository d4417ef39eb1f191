import type { FinalTask, Thread } from '#contract/courses/course-plan.contract.ts';
import { OUTLINE_LIMITS, type ApprovedOutline } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { t } from '#frontend/lib/text.ts';
import { groupByModule } from '#frontend/features/generation/run/run-words.ts';

/** A lesson under edit. A removed lesson stays in its place until the outline is accepted, so that it can be restored. */
export interface DraftLesson {
  readonly key: string;
  /** Id in the server's draft; absent for a lesson added by the learner. */
  readonly id?: string;
  readonly title: string;
  readonly isRemoved?: boolean;
}

export interface DraftModule {
  readonly key: string;
  readonly title: string;
  readonly lessons: readonly DraftLesson[];
  readonly isRemoved?: boolean;
}

export interface OutlineDraft {
  readonly title: string;
  readonly modules: readonly DraftModule[];
  /** Absent as long as it is as drafted; null when the learner has removed it. */
  readonly thread?: Thread | null;
  readonly finalTask?: FinalTask | null;
}

export const LESSONS_PER_MODULE = 40;

interface Keyed {
  readonly key: string;
  readonly isRemoved?: boolean;
}
export const isIncluded = ({ isRemoved }: { readonly isRemoved?: boolean }): boolean => isRemoved !== true;

/** The draft as the server generated it. */
export const draftOf = (run: Pick<StatusEnvelope, 'title' | 'topic' | 'items'>): OutlineDraft => ({
  title: run.title ?? run.topic,
  modules: groupByModule(run.items).map(({ module, title, items }) => ({
    key: `module-${module}`,
    title,
    lessons: items.map((item) => ({ key: item.id, id: item.id, title: item.title })),
  })),
});

const inModules = (draft: OutlineDraft, change: (module: DraftModule) => DraftModule): OutlineDraft => ({
  ...draft,
  modules: draft.modules.map(change),
});

const changeModule = (draft: OutlineDraft, key: string, part: Partial<DraftModule>): OutlineDraft =>
  inModules(draft, (module) => (module.key === key ? { ...module, ...part } : module));

const changeLesson = (draft: OutlineDraft, key: string, part: Partial<DraftLesson>): OutlineDraft =>
  inModules(draft, (module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => (lesson.key === key ? { ...lesson, ...part } : lesson)),
  }));

export const renameCourse = (draft: OutlineDraft, title: string): OutlineDraft => ({ ...draft, title });
export const renameModule = (draft: OutlineDraft, key: string, title: string): OutlineDraft => changeModule(draft, key, { title });
export const renameLesson = (draft: OutlineDraft, key: string, title: string): OutlineDraft => changeLesson(draft, key, { title });
/** Removes a module, or restores it. */
export const removeModule = (draft: OutlineDraft, key: string, isRemoved: boolean): OutlineDraft => changeModule(draft, key, { isRemoved });
/** Removes a lesson, or restores it. */
export const removeLesson = (draft: OutlineDraft, key: string, isRemoved: boolean): OutlineDraft => changeLesson(draft, key, { isRemoved });

export const addModule = (draft: OutlineDraft, key: string, lessonKey: string): OutlineDraft => ({
  ...draft,
  modules: [...draft.modules, { key, title: '', lessons: [{ key: lessonKey, title: '' }] }],
});

export const addLesson = (draft: OutlineDraft, moduleKey: string, key: string): OutlineDraft =>
  inModules(draft, (module) => (module.key === moduleKey ? { ...module, lessons: [...module.lessons, { key, title: '' }] } : module));

/** Inserts `moved` before the `index`-th remaining entry; removed entries stay beside their neighbours. */
function insertAt<T extends Keyed>(others: readonly T[], moved: T, index: number): T[] {
  const next = others.filter(isIncluded)[index];
  const at = next === undefined ? others.length : others.indexOf(next);
  return [...others.slice(0, at), moved, ...others.slice(at)];
}

/** Moves a lesson into a module, before the `index`-th of its other remaining lessons. */
export function placeLesson(draft: OutlineDraft, key: string, moduleKey: string, index: number): OutlineDraft {
  const moved = draft.modules.flatMap(({ lessons }) => lessons).find((lesson) => lesson.key === key);
  if (!moved) return draft;
  return inModules(draft, (module) => {
    const others = module.lessons.filter((lesson) => lesson.key !== key);
    return { ...module, lessons: module.key === moduleKey ? insertAt(others, moved, index) : others };
  });
}

/** Moves a module before the `index`-th of the other remaining modules. */
export function placeModule(draft: OutlineDraft, key: string, index: number): OutlineDraft {
  const moved = draft.modules.find((module) => module.key === key);
  if (!moved) return draft;
  return {
    ...draft,
    modules: insertAt(
      draft.modules.filter((module) => module.key !== key),
      moved,
      index,
    ),
  };
}

/** Moves a lesson one place up (-1) or down (1), across the edge of a module into the next one. Null at the end. */
export function moveLesson(draft: OutlineDraft, key: string, by: 1 | -1): OutlineDraft | null {
  const modules = draft.modules.filter(isIncluded);
  const m = modules.findIndex(({ lessons }) => lessons.some((lesson) => lesson.key === key));
  const home = modules[m];
  if (!home) return null;
  const kept = home.lessons.filter(isIncluded);
  const index = kept.findIndex((lesson) => lesson.key === key) + by;
  if (index >= 0 && index < kept.length) return placeLesson(draft, key, home.key, index);
  const neighbour = modules[m + by];
  if (!neighbour) return null;
  return placeLesson(draft, key, neighbour.key, by === 1 ? 0 : neighbour.lessons.filter(isIncluded).length);
}

export function moveModule(draft: OutlineDraft, key: string, by: 1 | -1): OutlineDraft | null {
  const kept = draft.modules.filter(isIncluded);
  const index = kept.findIndex((module) => module.key === key) + by;
  return index < 0 || index >= kept.length ? null : placeModule(draft, key, index);
}

/** `2.1`, or `2` for a module, in the current outline; null for a removed part. */
export function placeOf(draft: OutlineDraft, key: string): string | null {
  for (const [m, module] of draft.modules.filter(isIncluded).entries()) {
    if (module.key === key) return String(m + 1);
    const l = module.lessons.filter(isIncluded).findIndex((lesson) => lesson.key === key);
    if (l >= 0) return `${m + 1}.${l + 1}`;
  }
  return null;
}

export function countOf(draft: OutlineDraft): { modules: number; lessons: number } {
  const modules = draft.modules.filter(isIncluded);
  return { modules: modules.length, lessons: modules.reduce((sum, { lessons }) => sum + lessons.filter(isIncluded).length, 0) };
}

/** The problems that prevent acceptance, by the key of the part (`course` for its title); empty when there are none. */
export function problemsOf(draft: OutlineDraft): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const needsTitle = (key: string, title: string) => !VISIBLE.test(title) && found.set(key, t('Enter a title.'));
  needsTitle('course', draft.title);
  if (draft.thread && !VISIBLE.test(draft.thread.name)) found.set('thread', t('Enter a name, or remove the thread.'));
  if (draft.finalTask && !VISIBLE.test(draft.finalTask.task)) found.set('final-task', t('Describe the task, or remove it.'));
  else if (draft.finalTask && !draft.finalTask.points.some((point) => VISIBLE.test(point)))
    found.set('final-task', t('Say what a good result has, or remove the task.'));
  const modules = draft.modules.filter(isIncluded);
  if (modules.length === 0) found.set('course', t('At least one module is needed.'));
  for (const module of modules) {
    needsTitle(module.key, module.title);
    const lessons = module.lessons.filter(isIncluded);
    if (lessons.length === 0) found.set(module.key, t('This module has no lesson: add one, or remove the module.'));
    if (lessons.length > LESSONS_PER_MODULE)
      found.set(module.key, t('At most {n, plural, one {# lesson} other {# lessons}} in a module.', { n: LESSONS_PER_MODULE }));
    for (const lesson of lessons) needsTitle(lesson.key, lesson.title);
  }
  if (countOf(draft).lessons > OUTLINE_LIMITS.lessons_max) {
    found.set('course', t('At most {n, plural, one {# lesson} other {# lessons}} in a course.', { n: OUTLINE_LIMITS.lessons_max }));
  }
  return found;
}

/** The changed parts of the plan as the API names them. A list's blank entries, which appear while it is edited, are left out. */
export const sentPlan = ({ thread, finalTask }: OutlineDraft): Pick<ApprovedOutline, 'thread' | 'final_task'> => ({
  ...(thread !== undefined && {
    thread: thread && { ...thread, facts: thread.facts.filter((fact) => fact.name.trim() || fact.value.trim()) },
  }),
  ...(finalTask !== undefined && { final_task: finalTask && { ...finalTask, points: finalTask.points.filter((point) => point.trim()) } }),
});

/** The body of the approval: the remaining parts, in this order. */
export const toApproved = (draft: OutlineDraft): ApprovedOutline => ({
  title: draft.title.trim(),
  ...sentPlan(draft),
  modules: draft.modules.filter(isIncluded).map(({ title, lessons }) => ({
    title: title.trim(),
    lessons: lessons
      .filter(isIncluded)
      .map((lesson) => ({ ...(lesson.id !== undefined && { id: lesson.id }), title: lesson.title.trim() })),
  })),
});
