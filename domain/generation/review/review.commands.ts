import { citedSentences } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { otherTexts } from '#domain/courses/content/live-lesson.queries.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import { notesOf, problem, type AnswerProblem, type LessonNote } from '#domain/generation/answers/answer-problem.ts';
import { tidyLesson } from '#domain/generation/answers/tidy-answer.ts';
import { checkDuplicates, minHashSketch } from '#domain/generation/checks/check-duplicates.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import { lessonTokens, type LessonOutput } from '#domain/generation/lessons/lesson.commands.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { carryCitations, losesAll } from '#domain/generation/sources/resolve-citations.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { askForStep, ServicesExhausted, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { checkReview } from '#domain/generation/checks/check-review.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { numberOf, countPlanned } from '#domain/generation/outline/course-plan.ts';
import {
  citedReviewDocument,
  reviewDocument,
  type CitationVerdict,
  type ReviewDocument,
  correctedDocument,
} from '#domain/generation/prompts/documents.ts';
import { lessonBrief, lessonMaterial } from '#domain/generation/lessons/lesson-material.queries.ts';
import { recheckServices, reviewServices, correctionServices } from '#domain/generation/answers/roles.ts';
import type { RunEvent } from '#domain/platform/runs/run-event.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import type { RewriteRequest } from '#domain/generation/rewrites/rewrite-plan.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

/**
 * Has a service that did not write the lesson review it. When no other service could, while it may wait, the lesson is delivered as
 * 'not reviewed', which the course states and costs less for. As a recheck of the quiz it asks the same about the current text, and only the verdicts on the questions count.
 */
export async function reviewLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const isRecheck = step.key === lessonKeys(step.itemId!).recheck;
  const [material, availability, leftMs] = await Promise.all([
    lessonMaterial(step.runId, step.itemId!),
    vendorAvailability(),
    isReviewOnly(step) ? Infinity : reviewPatienceMs(step),
  ]);
  const { text, practice } = material;
  if (!text) throw new Error(`lesson ${step.itemId} is reviewed before it is written`);
  const lesson = numberOf(material.placed);
  const citations = citedIn(material.corrected ?? text);
  try {
    const answer = await askForStep<ReviewDocument & { readonly citation_verdicts?: CitationVerdict[] }>(work, {
      cast: (isRecheck ? recheckServices : reviewServices)(text.service, practice?.service ?? null),
      availability,
      purpose: 'review',
      prompt: 'review-lesson',
      variables: {
        lesson: lessonBrief(material),
        lesson_text: { content: (material.corrected ?? text).content },
        practice_text: { quiz: practice?.quiz ?? [], exercises: practice?.exercises ?? [] },
        citations,
        instruction: material.rewrite?.instruction ?? '',
      },
      schema: citations.length > 0 ? citedReviewDocument : reviewDocument,
      maxOutputTokens: 3_000,
      leftMs,
      check: (value) =>
        checkReview(
          value,
          (practice?.quiz ?? []).map(({ id }) => id),
          citations.map(({ marker }) => marker),
        ),
    });
    await completeStep(step, {
      output: answer.value,
      service: answer.service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      event: reviewed({ service: SERVICE_NAMES[answer.service], lesson }, isRecheck ? 'recheck' : answer.value.verdict),
    });
  } catch (error) {
    // a run that only reviews has not done its work without one
    if (!(error instanceof ServicesExhausted) || isReviewOnly(step)) throw error;
    await completeStep(step, {
      output: { verdict: 'not_reviewed', findings: [], question_verdicts: [] },
      event: notReviewed(lesson, isRecheck),
    });
  }
}

const isReviewOnly = ({ request }: StepWork['step']): boolean => (request as Partial<RewriteRequest>).review_only === true;

/** Returns the citations of a text with the sentences they should support; those without a passage are already marked. */
function citedIn({ content, citations = [] }: { content: string; citations?: readonly Citation[] }) {
  const sentences = citedSentences(content);
  return citations.flatMap(({ marker, quote, passage }) => (passage ? [{ marker, sentence: sentences.get(marker) ?? '', quote }] : []));
}

function reviewed(words: { service: string; lesson: string }, what: ReviewDocument['verdict'] | 'recheck'): RunEvent {
  if (what === 'recheck') return { name: 'quiz.rechecked', message: toSentence('{service} checked the quiz of lesson {lesson}.', words) };
  const message =
    what === 'accept'
      ? toSentence('{service} reviewed lesson {lesson}.', words)
      : toSentence('{service} reviewed lesson {lesson} and asked for a correction.', words);
  return { name: 'lesson.reviewed', message };
}

const notReviewed = (lesson: string, isRecheck: boolean): RunEvent =>
  isRecheck
    ? { name: 'quiz.not_rechecked', message: toSentence('No second service could check the quiz of lesson {lesson}.', { lesson }) }
    : { name: 'lesson.not_reviewed', message: toSentence('No other service could review lesson {lesson}.', { lesson }) };

/**
 * Makes the one correction after a review that requested it. If it fails, or would be worse than the current text, the lesson does not
 * change. The correcting service also checks the quiz on the new text, which saves a further call.
 */
export async function correctLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const material = await lessonMaterial(step.runId, step.itemId!);
  if (!material.text) throw new Error(`lesson ${step.itemId} is corrected before it is written`);
  const written = { notes: material.text.notes ?? [] };
  const { rewrite } = material;
  const key = { accountId: step.accountId, lessonId: material.placed.planned.lesson_id };
  const neighbours = rewrite ? await otherTexts({ ...key, courseId: rewrite.courseId }) : [];
  const wish = { lessons: countPlanned(material.plan), ...(rewrite?.instruction && { words: 0 }) };
  try {
    const answer = await askForStep(work, {
      cast: correctionServices(step.request, material.placed.number, material.text.service),
      purpose: 'correction',
      prompt: 'correct-lesson',
      variables: {
        lesson: lessonBrief(material),
        lesson_text: { content: material.text.content, objectives: material.text.objectives, key_takeaways: material.text.key_takeaways },
        findings: material.findings,
        practice_text: { quiz: material.practice?.quiz ?? [] },
        instruction: rewrite?.instruction ?? '',
      },
      schema: correctedDocument,
      tidy: tidyLesson,
      maxOutputTokens: lessonTokens(courseSize(step.request).lesson_words),
      check: async (value) => {
        const lost = losesAll(material.text?.citations ?? [], value.content)
          ? [problem('the marks such as [^1] are gone: keep each with its sentence')]
          : [];
        const twins = await checkDuplicates(step, minHashSketch(value.content), neighbours);
        const broken = await checkMarkdown(value, turnOfStep(step));
        return worse([...checkLesson(value, step.request, wish), ...broken, ...lost, ...twins], written.notes);
      },
    });
    const notes = notesOf(checkLesson(answer.value, step.request, wish));
    const { content: before, citations } = material.text;
    const carried = citations && carryCitations({ content: before, citations }, answer.value.content);
    const read = { ...answer.value, ...carried };
    const text = await readMarkdown(read.content, turnOfStep(step));
    await completeStep(step, {
      output: { ...read, ...(text !== null && { text }), notes, sketch: minHashSketch(answer.value.content) } satisfies LessonOutput,
      service: answer.service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      event: {
        name: 'lesson.corrected',
        message: toSentence('{service} corrected lesson {lesson} after its review.', {
          service: SERVICE_NAMES[answer.service],
          lesson: numberOf(material.placed),
        }),
      },
    });
  } catch (error) {
    if (!(error instanceof ServicesExhausted)) throw error;
    await completeStep(step, { output: {} });
  }
}

/** Returns the problems a correction adds: it may have the weaknesses its lesson already notes, but no others. */
const worse = (problems: readonly AnswerProblem[], notes: readonly LessonNote[]): AnswerProblem[] =>
  problems.filter(({ note }) => !note || !notes.includes(note)).map(({ text }) => ({ text }));

/** How long reviews wait for a second service when the last lesson and its practice are written: somebody waits for the course. */
export const REVIEW_WAITS_MS = 20_000;

/**
 * Returns for how long a review may still wait for a service, in ms. It has time while lessons are being written, and nobody waits for the
 * runs of an operators' batch.
 */
export async function reviewPatienceMs({ runId, lane }: Pick<ClaimedStep, 'runId' | 'lane'>): Promise<number> {
  if (lane === 'batch') return Infinity;
  const [written] = await rowsOf<{ since_ms: number | null }>(
    database(),
    sql`select case when bool_and(state in ('completed', 'failed')) then extract(epoch from now() - max(finished_at)) * 1000 end::float as since_ms
          from step where run_id = ${runId} and (key like 'lesson:%' or key like 'practice:%')`,
  );
  return written?.since_ms == null ? Infinity : REVIEW_WAITS_MS - written.since_ms;
}
