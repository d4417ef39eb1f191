import { citedSentences } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { askForStep, ServicesExhausted, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { checkReview } from '#domain/generation/checks/check-review.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { numberOf } from '#domain/generation/outline/course-plan.ts';
import { citedReviewDocument, reviewDocument, type CitationVerdict, type ReviewDocument } from '#domain/generation/prompts/documents.ts';
import { lessonBrief, lessonMaterial } from '#domain/generation/lessons/lesson-material.queries.ts';
import { recheckServices, reviewServices } from '#domain/generation/answers/roles.ts';
import type { RunEvent } from '#domain/platform/runs/run-event.ts';
import { reviewPatienceMs } from './review-patience.queries.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
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
    reviewPatienceMs(step),
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
    if (!(error instanceof ServicesExhausted)) throw error;
    await completeStep(step, {
      output: { verdict: 'not_reviewed', findings: [], question_verdicts: [] },
      event: notReviewed(lesson, isRecheck),
    });
  }
}

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
