import { say } from '#contract/platform/sentence.contract.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { askForStep, CastExhausted, type StepWork } from './ask-for-step.ts';
import { checkReview } from './check-review.ts';
import { completeStep } from './complete-step.ts';
import { numberOf } from './course-plan.ts';
import { reviewDocument } from './documents.ts';
import { lessonBrief, lessonMaterial } from './lesson-material.queries.ts';
import { reviewCast } from './roles.ts';
import { SERVICE_NAMES } from './service-names.ts';

/**
 * Has a service that did not write the lesson review it. When nobody else can be reached the lesson goes to the reader as 'not
 * reviewed', which the course says.
 */
export async function reviewLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const [material, availability] = await Promise.all([lessonMaterial(step.runId, step.lessonId!), vendorAvailability()]);
  const { text, practice } = material;
  if (!text) throw new Error(`lesson ${step.lessonId} is reviewed before it is written`);
  const lesson = numberOf(material.placed);
  try {
    const answer = await askForStep(work, {
      cast: reviewCast(text.service, practice?.service ?? null),
      availability,
      purpose: 'review',
      prompt: 'review-lesson',
      variables: {
        lesson: lessonBrief(material),
        lesson_text: { content: text.content },
        practice_text: { quiz: practice?.quiz ?? [], exercises: practice?.exercises ?? [] },
        instruction: material.rewrite?.instruction ?? '',
      },
      schema: reviewDocument,
      maxOutputTokens: 3_000,
      // a reader waits for this lesson's end: better 'not reviewed' now than reviewed much later
      patienceMs: 0,
      check: (value) =>
        checkReview(
          value,
          (practice?.quiz ?? []).map(({ id }) => id),
        ),
    });
    const words = { service: SERVICE_NAMES[answer.service], lesson };
    await completeStep(step, {
      output: answer.value,
      service: answer.service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      event: {
        name: 'lesson.reviewed',
        said:
          answer.value.verdict === 'accept'
            ? say('{service} reviewed lesson {lesson}.', words)
            : say('{service} reviewed lesson {lesson} and asked for a correction.', words),
      },
    });
  } catch (error) {
    if (!(error instanceof CastExhausted)) throw error;
    await completeStep(step, {
      output: { verdict: 'not_reviewed', findings: [], question_verdicts: [] },
      event: { name: 'lesson.not_reviewed', said: say('No other service could review lesson {lesson}.', { lesson }) },
    });
  }
}
