import { createHash } from 'node:crypto';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { RenderedPrompt } from '#domain/platform/prompt-templates.ts';
import { recordCallStart, answerFor, storeAnswer } from '#domain/platform/steps/step-answer.commands.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import type { AnswerSchema } from './answer-schema.ts';
import { servicesWithoutBatches } from './batches/batch-services.ts';
import type { Purpose } from './hygiene/purposes.ts';
import { askModel } from './llm.client.ts';
import { failedTry, isUnreachable, waitFor, withTry } from './outage-patience.ts';
import { recordLostCalls } from './call.commands.ts';
import { vendorAvailability } from './vendor-availability.queries.ts';
import { AllowanceWait, VendorFailure } from './vendor-failure.ts';

export interface Work<Request, Payload = unknown> {
  readonly step: ClaimedStep<Request, Payload>;
  readonly signal: AbortSignal;
}

interface Question<T> {
  readonly purpose: Purpose;
  /** Builds the prompt; `problems` lists what was wrong with the previous answer, empty at first. */
  readonly prompt: (problems: readonly string[]) => RenderedPrompt;
  readonly schema: AnswerSchema<T>;
  readonly maxOutputTokens: number;
  /** Returns what is wrong with a well-formed answer: the next service is asked again, with these problems in its prompt. */
  readonly problemsOf?: (value: T) => readonly string[];
  /** Number of questions the step has asked before this one. */
  readonly round?: number;
  /** Asked last: they have written what is judged, or have failed before. */
  readonly last?: Service | readonly Service[] | undefined;
  /** Which of the services comes first; default: the step decides, so that the load is shared. */
  readonly turn?: number | undefined;
  /** Never asked. */
  readonly barred?: Service | undefined;
  /** Nobody else is asked: what is wanted is this model's own answer. */
  readonly only?: { readonly service: Service; readonly model: string } | undefined;
  /** The error when no service could answer. */
  readonly failure: () => ProductError;
}

export interface Answered<T> {
  readonly value: T;
  readonly service: Service;
  readonly callId: string;
  readonly inputHash: string;
}

/**
 * Asks one service, and the others in turn when it fails or its answer has problems. While services are unreachable and no other could, the
 * step waits for them (`waitFor`). An answer is stored on the step before anything else: it is paid for, and a crash must not lose it.
 * @throws the question's failure when no service could; AllowanceWait; BatchWait; StepLost; CallAborted
 */
export async function askServices<T>(work: Work<unknown>, question: Question<T>): Promise<Answered<T>> {
  const { step } = work;
  const { round = 0, problemsOf, failure } = question;
  if (step.callBegun && round === 0) await recordLostCalls(database(), [{ ...step, accountId: step.cappedId, call: step.callBegun }]);
  let problems: readonly string[] = [];
  let attempt = round;
  let tried = step.tried;
  const unreachable: Service[] = [];
  const services = await inTurn(step, question);
  for (const [place, service] of services.entries()) {
    // there is nobody else: it is told what was wrong once
    const mayAskItAgain = services.length === 1 && place === 0;
    try {
      const answered = await askOnce(work, question, { service, attempt, ...question.prompt(problems) });
      problems = problemsOf?.(answered.value) ?? [];
      if (problems.length === 0) return answered;
      attempt += 1;
      if (mayAskItAgain) services.push(service);
    } catch (error) {
      if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) throw error;
      const entry = error instanceof VendorFailure ? failedTry(error) : null;
      if (entry) tried = withTry(tried, entry);
      if (error instanceof VendorFailure && error.unfit !== null) {
        problems = [error.repairHint!];
        if (mayAskItAgain) services.push(service);
      }
      if (!entry || isUnreachable(entry)) unreachable.push(service);
    }
  }
  const availability = await vendorAvailability();
  // only the newest answer is stored: after a wait, older ones would be paid for again
  const mayAskAgain = attempt - round <= 1;
  throw (mayAskAgain && waitFor(unreachable, { step, tried, availability })) || failure();
}

interface ServicePrompt extends RenderedPrompt {
  readonly service: Service;
  readonly attempt: number;
}

/** Returns one service's answer, or the one already stored for this input and attempt, from any service. */
async function askOnce<T>(
  { step, signal }: Work<unknown>,
  { purpose, schema, maxOutputTokens, only }: Question<T>,
  { service, attempt, instructions, prompt }: ServicePrompt,
): Promise<Answered<T>> {
  const inputHash = createHash('sha256').update(instructions).update(prompt).digest('hex');
  const stored = answerFor(step.answer, { inputHash, attempt });
  if (stored) return { value: stored.value as T, service: stored.service as Service, callId: stored.callId, inputHash };
  const answer = await askModel({
    service,
    model: only?.model,
    purpose,
    instructions,
    prompt,
    schema,
    maxOutputTokens,
    lane: step.lane,
    accountId: step.cappedId,
    runId: step.runId,
    stepId: step.stepId,
    signal,
    patience: step.byVendorBatch ? { fence: step.fence, inputHash, attempt } : null,
    beforeCall: ({ id, model }) => recordCallStart({ hold: step, call: { id, service, model, purpose }, inputHash, passedOver: [] }),
  });
  // a batch service that was asked earlier may be another one
  const answered = { value: answer.value, service: answer.service, callId: answer.callId, inputHash };
  await storeAnswer(step, { ...answered, attempt });
  return answered;
}

/** Returns the services that may be asked: reachable ones first; the step decides which comes first, so that the load is shared. */
async function inTurn(
  { stepId, byVendorBatch }: ClaimedStep,
  { last = [], turn, barred, only }: Pick<Question<unknown>, 'last' | 'turn' | 'barred' | 'only'>,
): Promise<Service[]> {
  const availability = await vendorAvailability();
  const mayAsk = (service: Service) => service !== barred && (only === undefined || service === only.service);
  const known = SERVICES.filter((service) => availability[service].configured && mayAsk(service));
  const first = (turn ?? Number.parseInt(stepId.slice(-4), 16)) % Math.max(1, known.length);
  const rotated = [...known.slice(first), ...known.slice(0, first)];
  const ordinary = byVendorBatch ? servicesWithoutBatches() : [];
  const rank = (service: Service) =>
    Number([last].flat().includes(service)) * 4 + Number(ordinary.includes(service)) * 2 + Number(!availability[service].available);
  return rotated.toSorted((one, other) => rank(one) - rank(other));
}

/** Asks as `askServices` does, for a second opinion that work can go on without: null when no service could give it. */
export async function askIfPossible<T>(work: Work<unknown>, question: Omit<Question<T>, 'failure'>): Promise<Answered<T> | null> {
  const failure = () => new ProductError('vendors.failed');
  try {
    return await askServices(work, { ...question, failure });
  } catch (error) {
    if (error instanceof ProductError && error.code === 'vendors.failed') return null;
    throw error;
  }
}
