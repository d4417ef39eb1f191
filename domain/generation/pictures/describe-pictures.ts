import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ALT_CHARACTERS } from '#contract/courses/course-pictures.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { checkLanguage } from '#domain/generation/checks/check-language.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { noteCall } from '#domain/platform/steps/note-call.command.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { answerFor, AnswerStored, storeAnswer } from '#domain/platform/steps/store-answer.command.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { recordLostCalls } from '#domain/vendors/llm/record-lost-calls.command.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { AllowanceWait, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import type { PicturesRequest } from './course-pictures.kind.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 4_000;

/** A place as a service is told of it. */
export interface DescribedPlace {
  readonly place: string;
  readonly course: string;
  /** Empty for the cover. */
  readonly module: string;
  readonly about: string;
}

const answerSchema = z.object({
  pictures: z.array(
    z.object({
      place: z.string(),
      prompt: z.string().trim().min(20).max(1_200),
      alt: z.string().trim().min(ALT_CHARACTERS.least).max(ALT_CHARACTERS.most),
    }),
  ),
});
type Description = z.infer<typeof answerSchema>['pictures'][number];

interface Work {
  readonly step: ClaimedStep<PicturesRequest>;
  readonly signal: AbortSignal;
}

/**
 * Has one service say what the pictures show, with their alternative texts in the language of the course; the others in turn when it fails, or
 * writes in another language. An answer is stored on the step before anything else is done with it.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function describePictures({ step, signal }: Work, places: readonly DescribedPlace[]): Promise<Description[]> {
  if (step.callBegun) await recordLostCalls(database(), [{ ...step, accountId: step.cappedId, call: step.callBegun }]);
  const { language, age } = step.request;
  const availability = await vendorAvailability();
  const services = SERVICES.filter((service) => availability[service].configured).toSorted(
    (one, other) => Number(availability[other].available) - Number(availability[one].available),
  );
  let problems: readonly string[] = [];
  for (const [attempt, service] of services.entries()) {
    try {
      const asked = render('describe-pictures', { wanted: { language, age }, places, problems });
      const { pictures } = await askOnce({ step, signal }, { service, attempt, ...asked });
      problems = problemsOf(pictures, places, language);
      if (problems.length === 0) return pictures;
    } catch (error) {
      if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) throw error;
    }
  }
  throw new ProductError('vendors.failed', problems.join('; ') || 'No AI service answered.');
}

interface Asked {
  readonly service: Service;
  readonly attempt: number;
  readonly instructions: string;
  readonly prompt: string;
}

async function askOnce({ step, signal }: Work, { service, attempt, instructions, prompt }: Asked): Promise<z.infer<typeof answerSchema>> {
  const inputHash = createHash('sha256').update(instructions).update(prompt).digest('hex');
  const stored = answerFor(step.answer, { inputHash, attempt });
  if (stored) return stored.value as z.infer<typeof answerSchema>;
  try {
    const { value, callId } = await askModel({
      service,
      purpose: 'pictures',
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
        noteCall({ hold: step, call: { id, service, model, purpose: 'pictures' }, inputHash, attempt, passedOver: [] }),
    });
    await storeAnswer(step, { callId, service, inputHash, attempt, value });
    return value;
  } catch (error) {
    if (error instanceof AnswerStored) return error.answer.value as z.infer<typeof answerSchema>;
    throw error;
  }
}

/** What is wrong with an answer that has the right shape. */
export function problemsOf(
  pictures: readonly Description[],
  places: readonly DescribedPlace[],
  language: PicturesRequest['language'],
): string[] {
  const told = new Set(pictures.map(({ place }) => place));
  const left = places.filter(({ place }) => !told.has(place));
  const alts = pictures.map(({ alt }) => alt);
  return [
    ...left.map(({ place }) => `the place ${place} is missing`),
    ...(new Set(alts).size < alts.length ? ['two alternative texts are the same'] : []),
    ...checkLanguage([alts.join(' ')], language).map(({ text }) => text),
  ];
}
