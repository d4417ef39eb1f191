import type { LessonAwaits, Service } from '#contract/platform/status.contract.ts';
import type { LessonContent } from '#domain/courses/course-content.ts';
import type { PlannedLesson } from './course-plan.ts';
import type { LessonNote } from './answer-problem.ts';
import { agreedQuestions } from './check-review.ts';
import type { PracticeMaterial } from './practice-material.ts';
import { lessonKeys } from './stage-order.ts';
import type { LessonOutput } from './write-lesson.command.ts';

/** A completed step's result, by the step's key. */
export type Results = Readonly<Record<string, { readonly output: unknown; readonly service: Service | null } | undefined>>;

/**
 * Puts one lesson together from what its steps made; null while, or when, it was not written. The corrected text wins. Of a quiz only the
 * questions stay that a second service agrees with, for this text; without such a service the lesson goes without, and says so.
 * @param options `awaits`: what is still to come of it; its quiz is not shown before it can stay
 */
export function assembleLesson(
  planned: PlannedLesson,
  results: Results,
  { awaits = null }: { awaits?: LessonAwaits | null } = {},
): LessonContent | null {
  const keys = lessonKeys(planned.lesson_id);
  const written = results[keys.write];
  if (!written) return null;
  const corrected = results[keys.correct];
  const isChanged = Boolean((corrected?.output as Partial<LessonOutput> | undefined)?.content);
  const text = (isChanged ? corrected : written)!.output as LessonOutput;
  const practice = results[keys.practice]?.output as PracticeMaterial | undefined;
  const questions = practice?.quiz ?? [];
  const review = results[keys.review];
  const verdicts = [review, ...(isChanged ? [corrected] : []), ...(results[keys.recheck] ? [results[keys.recheck]] : [])];
  const agreed = awaits === null ? agreedQuestions(verdicts, results[keys.practice]?.service ?? null) : null;
  const isUnchecked = awaits === null && questions.length > 0 && agreed === null;
  const outline = results['outline']?.output as { notes?: LessonNote[] } | undefined;
  return {
    lesson_id: planned.lesson_id,
    title: planned.title,
    content: text.content,
    objectives: text.objectives,
    key_takeaways: text.key_takeaways,
    duration_minutes: planned.duration_minutes,
    quiz: questions.filter(({ id }) => agreed?.has(id)),
    exercises: practice?.exercises ?? [],
    written_by: written.service,
    reviewed_by: review?.service ?? null,
    // an outline in another language gives a lesson its title
    notes: [
      ...new Set([
        ...(text.notes ?? []),
        ...(outline?.notes ?? []),
        ...(isUnchecked ? (['quiz_unchecked'] as const) : []),
        ...(awaits === null && !practice ? (['no_practice'] as const) : []),
      ]),
    ],
  };
}
