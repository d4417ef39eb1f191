import type { Service } from '#contract/platform/status.contract.ts';
import type { LessonContent } from '#domain/courses/course-content.ts';
import type { PlannedLesson } from './course-plan.ts';
import type { LessonNote } from './answer-problem.ts';
import { agreedQuestions } from './check-review.ts';
import type { ReviewDocument } from './documents.ts';
import type { PracticeMaterial } from './practice-material.ts';
import { lessonKeys } from './stage-order.ts';
import type { LessonOutput } from './write-lesson.command.ts';

/** A completed step's result, by the step's key. */
export type Results = Readonly<Record<string, { readonly output: unknown; readonly service: Service | null } | undefined>>;

/**
 * Puts one lesson together from what its steps made; null while, or when, it was not written. The corrected text wins. Of a quiz that a
 * second service has looked at only the questions stay that it agrees with.
 */
export function assembleLesson(planned: PlannedLesson, results: Results): LessonContent | null {
  const keys = lessonKeys(planned.lesson_id);
  const written = results[keys.write];
  if (!written) return null;
  const corrected = results[keys.correct]?.output as Partial<LessonOutput> | undefined;
  const text = (corrected?.content ? corrected : written.output) as LessonOutput;
  const practice = results[keys.practice]?.output as PracticeMaterial | undefined;
  const review = results[keys.review];
  const agreed = agreedQuestions(review?.output as ReviewDocument | undefined, review?.service);
  const outline = results['outline']?.output as { notes?: LessonNote[] } | undefined;
  return {
    lesson_id: planned.lesson_id,
    title: planned.title,
    content: text.content,
    objectives: text.objectives,
    key_takeaways: text.key_takeaways,
    duration_minutes: planned.duration_minutes,
    quiz: (practice?.quiz ?? []).filter(({ id }) => !agreed || agreed.has(id)),
    exercises: practice?.exercises ?? [],
    written_by: written.service,
    reviewed_by: review?.service ?? null,
    // an outline in another language gives a lesson its title
    notes: [...new Set([...(text.notes ?? []), ...(outline?.notes ?? [])])],
  };
}
