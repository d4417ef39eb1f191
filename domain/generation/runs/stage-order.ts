import type { NewStep } from '#domain/platform/steps/step.commands.ts';
import type { RunStage } from '#contract/generation/course-status.contract.ts';
import { numberOf, placedLessons, recalledLesson, type CoursePlan } from '#domain/generation/outline/course-plan.ts';
import { workshopPlaces } from '#domain/generation/workshop/workshop-lesson.ts';

/** A step as `order` sees it. Cancelled in a live run means reopened: it may be added again. */
export interface StepSummary {
  readonly key: string;
  readonly state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Only for a check. */
  readonly verdict: string | null;
  readonly service?: string | null;
  /** Number of questions: written by a practice, asked by a workshop, or judged by a check or a correction. */
  readonly questions?: number;
  /** For a correction: whether it changed the text. */
  readonly isChanged?: boolean;
  /** For a correction: number of its citations that the check has not judged in their current form. */
  readonly unjudged?: number;
}

/**
 * How a run's lessons are written. `modules`: each module in one call, and the lessons that it leaves one after the other; `at_once`: all
 * lessons from the plan alone.
 */
export type WritingOrder = 'modules' | 'at_once';

/** Returns the key of the step that writes a module in one call, by the module's first lesson. */
export const moduleKey = (firstLessonId: string): string => `module:${firstLessonId}`;

/** The input of a step that writes a module. */
export interface ModulePayload {
  /** Ids in reading order. */
  readonly lessons: readonly string[];
}

/** Returns the keys of a lesson's own steps. */
export const lessonKeys = (lessonId: string) => ({
  write: `lesson:${lessonId}`,
  practice: `practice:${lessonId}`,
  /** The workshop of its module, if this lesson carries it. */
  workshop: `workshop:${lessonId}`,
  check: `review:${lessonId}`,
  correct: `correct:${lessonId}`,
  /** A check of the quiz alone, if neither the check nor the correction has answered this quiz from this text. */
  recheck: `recheck:${lessonId}`,
});

export interface Order {
  /** Steps that may start now; adding an existing one has no effect. */
  readonly add: NewStep[];
  readonly stage: RunStage;
  /** Milestone reached so far: 10, 25, 50, 75, 85 or 95; assembly itself sets 100. */
  readonly progress: number;
  /** Set when the run can no longer become a course. */
  readonly failed: 'outline' | 'no_lessons' | 'practice' | 'review' | 'assembly' | null;
}

/**
 * Decides the order of the stages, which is defined only here: outline in parallel with research; the learner's approval if requested; each
 * module when all of these have ended, and then each lesson that it has left, after the earlier ones of its module (`WritingOrder`); a
 * lesson's practice, which waits for the text of the lesson before; for one lesson of a module its workshop, which waits for the texts of
 * all of them; its check; one correction if the check requests it; a recheck of its quiz if needed; assembly when every lesson has ended. A
 * pure function of the steps' states, so repeating it after a crash gives the same result.
 * Milestones are bound to events: 10 started, 25 outline, 50 half of the lessons written, 75 all written, 85 practice done, 95 checked, 100
 * assembled.
 * A run of kind `lesson` has its plan from the start: no outline, no research, and it ends with `finish-rewrite`, or `finish-reviews`,
 * instead of assembly.
 * @param options `writing`: how its lessons are written; `gated`: the learner wants to check the outline and has not approved it yet; `kind`:
 * of the run; `practiceOnly`: a run of kind `lesson` that only writes practice for existing texts; `checkOnly`: a run that only has existing
 * lessons checked; each fails when it delivers none
 */
export function stageOrder(
  plan: CoursePlan | null,
  steps: readonly StepSummary[],
  {
    gated = false,
    kind = 'course' as 'course' | 'lesson',
    practiceOnly = false,
    checkOnly = false,
    writing = 'at_once' as WritingOrder,
  } = {},
): Order {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const ended = (key: string) => ['completed', 'failed'].includes(byKey.get(key)?.state ?? '');
  const completed = (key: string) => byKey.get(key)?.state === 'completed';
  const isNew = (key: string) => (byKey.get(key)?.state ?? 'cancelled') === 'cancelled';

  const isRewrite = kind === 'lesson';
  if (!isRewrite && ended('outline') && !completed('outline')) return { add: [], stage: 'outline', progress: 10, failed: 'outline' };
  if (!plan || (!isRewrite && !completed('outline'))) {
    const first: readonly NewStep[] = [
      { job: 'draft-outline', key: 'outline' },
      { job: 'research-topic', key: 'research' },
    ];
    return { add: first.filter(({ key }) => isNew(key)), stage: 'outline', progress: 10, failed: null };
  }

  if (gated) return { add: [], stage: ended('research') ? 'approval' : 'research', progress: 25, failed: null };

  const lessons = placedLessons(plan).map((placed) => ({ placed, keys: lessonKeys(placed.planned.lesson_id) }));
  const add: NewStep[] = [];
  const offer = (job: NewStep['job'], key: string, lesson?: Pick<NewStep, 'itemId' | 'label' | 'payload'>) => {
    if (isNew(key)) add.push({ job, key, ...lesson });
  };
  // reopened by a retry, it comes before the lessons, as it did the first time
  if (!isRewrite) offer('research-topic', 'research');
  const workshops = new Map(isRewrite ? [] : workshopPlaces(plan).map(({ lessonId, module }) => [lessonId, module] as const));
  const isBriefed = isRewrite || ended('research');
  const modules = writing === 'modules' && !isRewrite ? modulesOf(plan) : [];
  /** Whether a module's lessons wait for its call: none of them exists yet, and the call has not ended. */
  const isCalled = ({ key, ids }: ModuleStep): boolean => !ended(key) && ids.every((id) => isNew(lessonKeys(id).write));
  for (const module of modules)
    if (isBriefed && isCalled(module)) offer('write-module', module.key, { label: module.label, payload: { lessons: module.ids } });
  /** Whether a lesson may be written alone: after its module's call, and after the earlier lessons of the module. */
  const hasTurn = (lessonId: string): boolean => {
    const module = modules.find(({ ids }) => ids.includes(lessonId));
    if (!module) return true;
    const before = module.ids.slice(0, module.ids.indexOf(lessonId));
    return !isCalled(module) && before.every((id) => ended(lessonKeys(id).write));
  };
  let written = 0;
  let delivered = 0;
  let practised = 0;
  let withoutPractice = 0;
  let withoutCheck = 0;
  let checked = 0;
  let settled = 0;
  for (const { placed, keys } of lessons) {
    const { lesson_id: itemId, title } = placed.planned;
    const lesson = { itemId, label: `${numberOf(placed)} ${title}` };
    if (isBriefed && hasTurn(itemId)) offer('write-lesson', keys.write, lesson);
    if (!ended(keys.write)) continue;
    written += 1;
    if (!completed(keys.write)) {
      practised += 1;
      checked += 1;
      settled += 1;
      continue;
    }
    delivered += 1;
    // its quiz recalls the previous lesson
    const recalled = isRewrite ? null : recalledLesson(plan, placed);
    if (recalled && !ended(lessonKeys(recalled.lesson_id).write)) continue;
    offer('write-practice', keys.practice, lesson);
    const module = workshops.get(itemId);
    const isModuleWritten = module?.every((id) => ended(lessonKeys(id).write)) ?? false;
    if (isModuleWritten) offer('write-workshop', keys.workshop, lesson);
    if (!ended(keys.practice)) continue;
    practised += 1;
    // its check also works through the workshop
    if (module && !ended(keys.workshop)) continue;
    if (practiceOnly && !completed(keys.practice)) {
      withoutPractice += 1;
      checked += 1;
      settled += 1;
      continue;
    }
    offer('review-lesson', keys.check, lesson);
    if (!ended(keys.check)) continue;
    checked += 1;
    if (!completed(keys.check)) withoutCheck += 1;
    // the text is already in a course, and does not change
    const revise = !practiceOnly && byKey.get(keys.check)?.verdict === 'revise';
    if (revise) offer('correct-lesson', keys.correct, lesson);
    if (revise && !ended(keys.correct)) continue;
    const needsRecheck = isUnchecked({
      practice: byKey.get(keys.practice),
      workshop: byKey.get(keys.workshop),
      check: byKey.get(keys.check),
      correct: byKey.get(keys.correct),
    });
    if (needsRecheck) offer('review-lesson', keys.recheck, lesson);
    if (!needsRecheck || ended(keys.recheck)) settled += 1;
  }
  const total = lessons.length;
  const allSettled = settled === total;
  if (allSettled && delivered === 0) return { add: [], stage: 'lessons', progress: 25, failed: 'no_lessons' };
  if (allSettled && withoutPractice === total) return { add: [], stage: 'practice', progress: 75, failed: 'practice' };
  if (checkOnly && allSettled && withoutCheck === total) return { add: [], stage: 'review', progress: 85, failed: 'review' };
  const finish: NewStep = { job: checkOnly ? 'finish-reviews' : 'finish-rewrite', key: 'finish' };
  const last: NewStep = isRewrite ? finish : { job: 'assemble-course', key: 'assemble' };
  if (allSettled && ended(last.key) && !completed(last.key)) return { add: [], stage: 'assemble', progress: 95, failed: 'assembly' };
  if (allSettled) offer(last.job, last.key);
  const researches = !isRewrite && !ended('research');
  const stage = researches
    ? 'research'
    : written < total
      ? 'lessons'
      : practised < total
        ? 'practice'
        : !allSettled
          ? 'review'
          : 'assemble';
  const progress = checked === total ? 95 : practised === total ? 85 : written === total ? 75 : written * 2 >= total ? 50 : 25;
  return { add, stage, progress, failed: null };
}

interface ModuleStep {
  readonly key: string;
  readonly label: string;
  readonly ids: readonly string[];
}

/** Returns the modules that can be written in one call: those with more than one lesson. */
export const modulesOf = ({ modules }: Pick<CoursePlan, 'modules'>): ModuleStep[] =>
  modules.flatMap(({ title, lessons }, m) => {
    const ids = lessons.map(({ lesson_id: id }) => id);
    return ids.length > 1 ? [{ key: moduleKey(ids[0]!), label: `${m + 1} ${title}`, ids }] : [];
  });

/**
 * Tells whether a check of the quiz alone is needed: nobody has answered it from the current text (it was written after the check, or there
 * was no second service to check the lesson, but its writer can answer blind), or the correction has changed cited sentences, which a
 * second service must judge.
 */
function isUnchecked({
  practice,
  workshop,
  check,
  correct,
}: Record<'practice' | 'workshop' | 'check' | 'correct', StepSummary | undefined>): boolean {
  if (check?.state !== 'completed') return false;
  if (check.service && correct?.isChanged && correct.unjudged) return true;
  // a corrected text does not change the workshop, which is of the whole module
  if (workshop?.questions && !check.questions) return true;
  const judge = correct?.isChanged ? correct : check;
  return Boolean(practice?.questions) && !judge.questions;
}
