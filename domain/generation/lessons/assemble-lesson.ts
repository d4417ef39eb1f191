import type { Citation } from '#contract/courses/citation.contract.ts';
import type { LessonAwaits } from '#contract/generation/course-status.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import type { LessonContent } from '#domain/courses/content/course-content.ts';
import type { PlannedLesson } from '#domain/generation/outline/course-plan.ts';
import type { LessonNote, QuizNote } from '#domain/generation/answers/answer-problem.ts';
import { agreedQuestions } from '#domain/generation/checks/check-review.ts';
import type { PracticeMaterial } from '#domain/generation/practice/practice-material.ts';
import { withStates } from '#domain/generation/sources/citation-states.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';
import type { LessonOutput } from './write-lesson.command.ts';

/** A completed step's result, by the step's key. */
export type Results = Readonly<Record<string, { readonly output: unknown; readonly service: Service | null } | undefined>>;

/**
 * Puts one lesson together from what its steps made; null while, or when, it was not written. The corrected text wins. Of a quiz only the
 * questions stay that a second service agrees with, for this text; where none stay the lesson goes without, and says why.
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
  const text = (changedText(results[keys.correct]) ?? written.output) as LessonOutput;
  const citations = citationsOf(planned.lesson_id, results, text);
  const practice = results[keys.practice]?.output as PracticeMaterial | undefined;
  const quiz = awaits === null ? assembleQuiz(planned.lesson_id, results) : { kept: [], note: null };
  const outline = results['outline']?.output as { notes?: LessonNote[] } | undefined;
  return {
    lesson_id: planned.lesson_id,
    title: planned.title,
    content: text.content,
    objectives: text.objectives,
    key_takeaways: text.key_takeaways,
    duration_minutes: planned.duration_minutes,
    quiz: quiz.kept,
    exercises: practice?.exercises ?? [],
    ...(citations && { citations }),
    written_by: written.service,
    reviewed_by: results[keys.review]?.service ?? null,
    // an outline in another language gives a lesson its title
    notes: [
      ...new Set([
        ...(text.notes ?? []),
        ...(outline?.notes ?? []),
        ...(quiz.note ? [quiz.note] : []),
        ...(awaits === null && citations && !citations.some(({ state }) => state === 'supported') ? (['not_sourced'] as const) : []),
        ...(awaits === null && !practice ? (['no_practice'] as const) : []),
      ]),
    ],
  };
}

/**
 * What stays of a lesson's quiz once nothing of it is to come any more. `note`: why none of its questions does; null where some do, and
 * where there were none.
 * @param results of its practice, review, correction and recheck
 */
export function assembleQuiz(lessonId: string, results: Results): { kept: PracticeMaterial['quiz']; note: QuizNote | null } {
  const keys = lessonKeys(lessonId);
  const questions = (results[keys.practice]?.output as PracticeMaterial | undefined)?.quiz ?? [];
  const corrected = results[keys.correct];
  const verdicts = [
    results[keys.review],
    ...(changedText(corrected) ? [corrected] : []),
    ...(results[keys.recheck] ? [results[keys.recheck]] : []),
  ];
  const agreed = agreedQuestions(verdicts, results[keys.practice]?.service ?? null);
  const kept = questions.filter(({ id }) => agreed?.has(id));
  const isLeftOut = questions.length > 0 && kept.length === 0;
  return { kept, note: isLeftOut ? (agreed === null ? 'quiz_unchecked' : 'quiz_dropped') : null };
}

/** The citations of a text as it is now, each with what a second service said of it; none where it was not written from passages. */
function citationsOf(lessonId: string, results: Results, { citations }: LessonOutput): Citation[] | undefined {
  const { write, correct, review, recheck } = lessonKeys(lessonId);
  const written = results[write];
  if (!citations || !written) return undefined;
  const changed = changedText(results[correct]);
  return withStates(citations, {
    written: { content: (written.output as LessonOutput).content, service: written.service },
    corrected: changed && { content: changed.content, service: results[correct]?.service ?? null },
    review: results[review],
    recheck: results[recheck],
  });
}

/** What a correction made of the text; null where it left it as it was. */
function changedText(corrected: Results[string]): LessonOutput | null {
  const output = corrected?.output as Partial<LessonOutput> | undefined;
  return output?.content ? (output as LessonOutput) : null;
}
