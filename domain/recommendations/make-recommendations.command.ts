import { createHash } from 'node:crypto';
import * as z from 'zod';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Recommendation } from '#contract/recommendations/recommendations.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { completeRun } from '#domain/platform/runs/end-run.command.ts';
import { noteCall } from '#domain/platform/steps/note-call.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { answerFor, AnswerStored, storeAnswer } from '#domain/platform/steps/store-answer.command.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { recordLostCalls } from '#domain/vendors/llm/record-lost-calls.command.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { AllowanceWait, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { learnerOf, type Learner } from './learner.queries.ts';
import type { RecommendationsRequest } from './recommendations.kind.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 4_000;

const answerSchema = z.object({
  recommendations: z.array(
    z.object({
      title: z.string().trim().min(3).max(120),
      difficulty: z.enum(FORM_OPTIONS.difficulty),
      duration: z.enum(FORM_OPTIONS.duration),
      reason: z.string().trim().min(10).max(600),
      learning_goals: z.string().trim().min(10).max(600),
      estimated_hours: z.number().int().min(1).max(500),
      personalization_score: z.number().int().min(0).max(100),
    }),
  ),
  insights: z.array(z.string().trim().min(1).max(600)).max(6),
});
type Answer = z.infer<typeof answerSchema>;

interface Work {
  readonly step: ClaimedStep<RecommendationsRequest>;
  readonly signal: AbortSignal;
}

/**
 * Has one service choose courses, the others in turn when it fails or recommends what the learner has. The answer is stored on the step before
 * anything else, and becomes the run's result.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function makeRecommendations({ step, signal }: Work): Promise<void> {
  if (step.callBegun) await recordLostCalls(database(), [{ ...step, accountId: step.cappedId, call: step.callBegun }]);
  const { count, insights, language, context } = step.request;
  const learner = await learnerOf(step.accountId!, context);
  const wanted = { count, with_insights: insights, language, difficulties: FORM_OPTIONS.difficulty, durations: FORM_OPTIONS.duration };
  const availability = await vendorAvailability();
  const services = SERVICES.filter((service) => availability[service].configured).toSorted(
    (one, other) => Number(availability[other].available) - Number(availability[one].available),
  );
  let problem: string | null = null;
  for (const [attempt, service] of services.entries()) {
    try {
      const asked = render('recommend-courses', { wanted, learner, problems: problem === null ? [] : [problem] });
      const { value, callId, inputHash } = await askOnce({ step, signal }, { service, attempt, ...asked });
      problem = problemOf(value, learner, count);
      if (problem !== null) continue;
      const result = {
        recommendations: value.recommendations.map((one, place) => toRecommendation(one, `${step.runId}-${place}`)),
        insights: value.insights,
      };
      return await completeStep(step, {
        output: {},
        service,
        inputHash,
        callId,
        also: (trx) => completeRun(trx, { runId: step.runId, result }),
      });
    } catch (error) {
      if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) throw error;
    }
  }
  throw new ProductError('vendors.failed', 'No AI service could recommend courses now. Please try again later.');
}

interface Asked {
  readonly service: Service;
  readonly attempt: number;
  readonly instructions: string;
  readonly prompt: string;
}

/** One call, or its stored answer: a worker that died after it was paid did not lose it. */
async function askOnce(
  { step, signal }: Work,
  { service, attempt, instructions, prompt }: Asked,
): Promise<{ value: Answer; callId: string; inputHash: string }> {
  const inputHash = createHash('sha256').update(instructions).update(prompt).digest('hex');
  const stored = answerFor(step.answer, { inputHash, attempt });
  if (stored) return { value: stored.value as Answer, callId: stored.callId, inputHash };
  try {
    const { value, callId } = await askModel({
      service,
      purpose: 'recommendations',
      instructions,
      prompt,
      schema: answerSchema,
      maxOutputTokens: MOST_ANSWER_TOKENS,
      lane: step.lane,
      accountId: step.cappedId,
      runId: step.runId,
      stepId: step.stepId,
      signal,
      beforeCall: ({ id, model }) =>
        noteCall({ hold: step, call: { id, service, model, purpose: 'recommendations' }, inputHash, attempt, passedOver: [] }),
    });
    await storeAnswer(step, { callId, service, inputHash, attempt, value });
    return { value, callId, inputHash };
  } catch (error) {
    if (error instanceof AnswerStored) return { value: error.answer.value as Answer, callId: error.answer.callId, inputHash };
    throw error;
  }
}

const bare = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What is wrong with an answer that has the right shape; null: nothing. */
function problemOf({ recommendations }: Answer, learner: Learner, count: number): string | null {
  if (recommendations.length !== count) return `there are ${recommendations.length} recommendations instead of ${count}`;
  const known = new Set([...learner.completed, ...learner.in_progress, ...learner.saved].map(bare));
  const had = recommendations.find(({ title }) => known.has(bare(title)));
  if (had) return `the learner has '${had.title}' already`;
  const distinct = new Set(recommendations.map(({ title }) => bare(title)));
  return distinct.size < recommendations.length ? 'a course is recommended twice' : null;
}

const toRecommendation = (one: Answer['recommendations'][number], id: string): Recommendation => ({
  id,
  ...one,
  // nobody has rated what is not written yet (G38)
  rating: null,
  ai_components: [],
});
