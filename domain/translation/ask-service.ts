import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { noteCall } from '#domain/platform/steps/note-call.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { answerFor, AnswerStored, storeAnswer } from '#domain/platform/steps/store-answer.command.ts';
import type { RenderedPrompt } from '#domain/platform/prompt-templates.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { recordLostCalls } from '#domain/vendors/llm/record-lost-calls.command.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { AllowanceWait, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';

export interface Work<Request, Payload = unknown> {
  readonly step: ClaimedStep<Request, Payload>;
  readonly signal: AbortSignal;
}

interface Question<T> extends RenderedPrompt {
  readonly purpose: string;
  readonly schema: z.ZodType<T>;
  readonly maxOutputTokens: number;
  /** How many questions the step has asked before this one. */
  readonly round: number;
  /** Asked last: it has written what is judged, or has failed before. */
  readonly last?: Service | undefined;
}

export interface Answered<T> {
  readonly value: T;
  readonly service: Service;
  readonly callId: string;
  readonly inputHash: string;
}

/**
 * Asks one service, and the others in turn when it fails. An answer is stored on the step before anything else is done with it: a worker that
 * dies after it was paid has not lost it.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function askServices<T>({ step, signal }: Work<unknown>, question: Question<T>): Promise<Answered<T>> {
  const { instructions, prompt, round, purpose } = question;
  if (step.callBegun && round === 0) await recordLostCalls(database(), [{ ...step, accountId: step.cappedId, call: step.callBegun }]);
  const inputHash = createHash('sha256').update(instructions).update(prompt).digest('hex');
  const stored = answerFor(step.answer, { inputHash, attempt: round });
  if (stored) return { value: stored.value as T, service: stored.service as Service, callId: stored.callId, inputHash };
  for (const service of await inTurn(step.stepId, question.last)) {
    try {
      const { value, callId } = await askModel({
        service,
        purpose,
        instructions,
        prompt,
        schema: question.schema,
        maxOutputTokens: question.maxOutputTokens,
        lane: step.lane,
        accountId: step.cappedId,
        runId: step.runId,
        stepId: step.stepId,
        signal,
        beforeCall: ({ id, model }) =>
          noteCall({ hold: step, call: { id, service, model, purpose }, inputHash, attempt: round, passedOver: [] }),
      });
      await storeAnswer(step, { callId, service, inputHash, attempt: round, value });
      return { value, service, callId, inputHash };
    } catch (error) {
      if (error instanceof AnswerStored)
        return { value: error.answer.value as T, service: error.answer.service as Service, callId: error.answer.callId, inputHash };
      if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) throw error;
    }
  }
  throw new ProductError('vendors.failed', 'No AI service could translate now. Please try again later.');
}

/** Services that may be asked: those within reach first; which of them begins depends on the step, so that each gets its share. */
async function inTurn(stepId: string, last: Service | undefined): Promise<Service[]> {
  const availability = await vendorAvailability();
  const known = SERVICES.filter((service) => availability[service].configured);
  const first = Number.parseInt(stepId.slice(-4), 16) % Math.max(1, known.length);
  const rotated = [...known.slice(first), ...known.slice(0, first)];
  const rank = (service: Service) => Number(service === last) * 2 + Number(!availability[service].available);
  return rotated.toSorted((one, other) => rank(one) - rank(other));
}
