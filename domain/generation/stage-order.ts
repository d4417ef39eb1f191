import type { NewStep } from '#domain/platform/steps/add-steps.command.ts';
import type { RunStage } from '#contract/platform/status.contract.ts';
import { placedLessons, type CoursePlan } from './course-plan.ts';

/** A step as the order of stages sees it. `verdict` only for reviews. */
export interface StepSummary {
  readonly key: string;
  readonly state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly verdict: string | null;
}

/** Keys of a lesson's own steps. */
export const lessonKeys = (lessonId: string) => ({
  write: `lesson:${lessonId}`,
  practice: `practice:${lessonId}`,
  review: `review:${lessonId}`,
  correct: `correct:${lessonId}`,
});

export interface Order {
  /** Steps that may start now; adding one that exists already is harmless. */
  readonly add: NewStep[];
  readonly stage: RunStage;
  /** Milestone of the run so far: 10, 25, 50, 75, 85 or 95; 100 is set by assembly itself. */
  readonly progress: number;
  /** Set when the run cannot become a course any more. */
  readonly failed: 'outline' | 'no_lessons' | null;
}

/**
 * The order of the stages, and nothing else knows it: outline beside research; the learner's approval when it is asked for; each lesson when
 * all of these have ended; its practice; its review; one correction when the review asks for it; assembly when every lesson has come to
 * its end. A pure function of what has happened, so asking again after a crash gives the same answer.
 *
 * Milestones are bound to events: 10 started, 25 outline, 50 half of the lessons written, 75 all written, 85 practice done,
 * 95 reviewed, 100 assembled.
 *
 * A run of kind `lesson` has its plan from the start: no outline, no research, and it ends by `finish-rewrite` instead of assembly.
 *
 * @param options `gated`: the learner wants to check the outline and has not approved it yet; `kind`: of the run
 */
export function stageOrder(
  plan: CoursePlan | null,
  steps: readonly StepSummary[],
  { gated = false, kind = 'course' as 'course' | 'lesson' } = {},
): Order {
  const byKey = new Map(steps.map((step) => [step.key, step]));
  const ended = (key: string) => ['completed', 'failed', 'cancelled'].includes(byKey.get(key)?.state ?? '');
  const completed = (key: string) => byKey.get(key)?.state === 'completed';

  const isRewrite = kind === 'lesson';
  if (!isRewrite && ended('outline') && !completed('outline')) return { add: [], stage: 'outline', progress: 10, failed: 'outline' };
  if (!plan || (!isRewrite && !completed('outline'))) {
    const add = [
      { job: 'draft-outline', key: 'outline' },
      { job: 'research-topic', key: 'research' },
    ].filter((step) => !byKey.has(step.key));
    return { add, stage: 'outline', progress: 10, failed: null };
  }

  if (gated) return { add: [], stage: ended('research') ? 'approval' : 'research', progress: 25, failed: null };

  const lessons = placedLessons(plan).map((placed) => ({ placed, keys: lessonKeys(placed.planned.lesson_id) }));
  const add: NewStep[] = [];
  const offer = (job: string, key: string, lessonId?: string) => {
    if (!byKey.has(key)) add.push({ job, key, lessonId });
  };
  let written = 0;
  let delivered = 0;
  let practised = 0;
  let reviewed = 0;
  let settled = 0;
  for (const { placed, keys } of lessons) {
    const id = placed.planned.lesson_id;
    if (isRewrite || ended('research')) offer('write-lesson', keys.write, id);
    if (!ended(keys.write)) continue;
    written += 1;
    if (!completed(keys.write)) {
      practised += 1;
      reviewed += 1;
      settled += 1;
      continue;
    }
    delivered += 1;
    offer('write-practice', keys.practice, id);
    if (!ended(keys.practice)) continue;
    practised += 1;
    offer('review-lesson', keys.review, id);
    if (!ended(keys.review)) continue;
    reviewed += 1;
    const revise = byKey.get(keys.review)?.verdict === 'revise';
    if (revise) offer('correct-lesson', keys.correct, id);
    if (!revise || ended(keys.correct)) settled += 1;
  }
  const total = lessons.length;
  const allSettled = settled === total;
  if (allSettled && delivered === 0) return { add: [], stage: 'lessons', progress: 25, failed: 'no_lessons' };
  if (allSettled && isRewrite) offer('finish-rewrite', 'finish');
  else if (allSettled) offer('assemble-course', 'assemble');
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
  const progress = reviewed === total ? 95 : practised === total ? 85 : written === total ? 75 : written * 2 >= total ? 50 : 25;
  return { add, stage, progress, failed: null };
}
