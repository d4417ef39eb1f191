import type { LessonAwaits } from '#contract/generation/course-status.contract.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

/** States of a run's steps, by key. */
export type StepStates = ReadonlyMap<string, { readonly state: string }>;

const isUnderWay = (step: { readonly state: string } | undefined): boolean => step?.state === 'queued' || step?.state === 'running';

/**
 * Returns what a written lesson still waits for; null when it is final, and before it is written. Practice and check follow every lesson; a
 * correction, and a recheck of the quiz, only if needed, and then their step exists.
 */
export function lessonAwaits(lessonId: string, steps: StepStates, live: boolean): LessonAwaits | null {
  const { write, practice, workshop, check, correct, recheck } = lessonKeys(lessonId);
  if (!live || steps.get(write)?.state !== 'completed') return null;
  const toCome = (key: string) => !steps.has(key) || isUnderWay(steps.get(key));
  if (toCome(practice) || isUnderWay(steps.get(workshop))) return 'practice';
  if (toCome(check)) return 'review';
  if (isUnderWay(steps.get(correct))) return 'correction';
  return isUnderWay(steps.get(recheck)) ? 'quiz_check' : null;
}
