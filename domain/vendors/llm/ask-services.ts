import { createHash } from 'node:crypto';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { RenderedPrompt } from '#domain/platform/prompt-templates.ts';
import { recordCallStart, answerFor, storeAnswer } from '#domain/platform/steps/step-answer.commands.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import type { ClaimedStep, FailedAttempt } from '#domain/platform/steps/step.ts';
import { config } from '#domain/platform/config.ts';
import type { AnswerSchema } from './answer-schema.ts';
import { servicesWithoutBatches } from './batches/batch-services.ts';
import type { Purpose } from './hygiene/purposes.ts';
import { askModel } from './llm.client.ts';
import { reasonOf, type Cause } from './failure-cause.ts';
import { givenUpFor } from './given-up.queries.ts';
import { failedTry, isUnreachable, waitFor, withShut, withTry } from './outage-patience.ts';
import { recordLostCalls } from './call.commands.ts';
import { vendorAvailability } from './vendor-availability.queries.ts';
import { AllowanceWait, VendorFailure } from './vendor-failure.ts';

export interface Work<Request, Payload = unknown> {
  readonly step: ClaimedStep<Request, Payload>;
  readonly signal: AbortSignal;
}

/**
 * What is wrong with an answer that fits its schema: `text` for the model, `cause` for the user; a fault without a cause means that the
 * answer does not pass our checks.
 */
export interface Flaw {
  readonly text: string;
  readonly cause: Cause;
}

interface Question<T> {
  readonly purpose: Purpose;
  /** Builds the prompt; `problems` lists the previous answer's faults, empty at first. */
  readonly prompt: (problems: readonly string[]) => Pick<RenderedPrompt, 'instructions' | 'prompt'>;
  readonly schema: AnswerSchema<T>;
  readonly maxOutputTokens: number;
  /** Returns the faults of a well-formed answer; the next service gets them in its prompt. */
  readonly problemsOf?: (value: T) => readonly (string | Flaw)[];
  /** Number of questions the step has asked before this one. */
  readonly round?: number;
  /** Services asked last: they wrote the text being judged, or have failed before. */
  readonly last?: Service | readonly Service[] | undefined;
  /** The service to ask first; by default the step decides, so that the load is shared. */
  readonly turn?: number | undefined;
  /** A service that must not be asked. */
  readonly barred?: Service | undefined;
  /** Ask only this model, because its own answer is wanted. */
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
 * Asks one service, and the others in turn when it fails or its answer has problems. While services are unreachable and no other is left,
 * the step waits for them (`waitFor`). An answer is stored on the step before anything else: it is paid for, and a crash must not lose it.
 * A model with three unreadable answers in this run is not asked (`givenUpFor`), unless it is the only one allowed.
 * @throws the question's failure if all services fail, with their failures in `ProductError.data`; AllowanceWait; BatchWait; StepLost;
 * CallAborted
 */
export async function askServices<T>(work: Work<unknown>, question: Question<T>): Promise<Answered<T>> {
  const { step } = work;
  const { round = 0, problemsOf, failure } = question;
  if (step.callBegun && round === 0) await recordLostCalls(database(), [{ ...step, accountId: step.cappedId, call: step.callBegun }]);
  let problems: readonly string[] = [];
  let attempt = round;
  let tried = step.tried;
  const unreachable: Service[] = [];
  const [cast, givenUp] = await Promise.all([inTurn(step, question), givenUpFor(step)]);
  const modelOf = (service: Service) => question.only?.model ?? config().vendors[service].model;
  const among = (isOnly: boolean) => cast.filter((service) => givenUp.triesOf(modelOf(service), { tried, isOnly }) === 0);
  const others = among(false);
  const services = others.length > 0 ? others : among(true);
  const givenUpOn = cast.filter((service) => !services.includes(service));
  // with no other service left, the model is told once what was wrong
  const tell = (service: Service, place: number) => void (services.length === 1 && place === 0 && services.push(service));
  for (const [place, service] of services.entries()) {
    try {
      const answered = await askOnce(work, question, { service, attempt, tried, ...question.prompt(problems) });
      const flaws = (problemsOf?.(answered.value) ?? []).map((one): Flaw =>
        typeof one === 'string' ? { text: one, cause: 'unfit' } : one,
      );
      if (flaws.length === 0) return answered;
      problems = flaws.map(({ text }) => text);
      const named = new Set(flaws.map(({ cause }) => cause).filter((cause) => cause !== 'unfit'));
      const cause = named.size === 1 ? [...named][0]! : 'unfit';
      const at = new Date().toISOString();
      // a flaw that shows how its model writes counts like an unreadable answer
      const counts = cause === 'unfit' ? {} : { unreadable: true, model: modelOf(service) };
      tried = withTry(tried, { service, code: 'vendors.broken_output', at, cause, ...counts });
      attempt += 1;
      tell(service, place);
    } catch (error) {
      if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) throw error;
      const entry = error instanceof VendorFailure ? failedTry(error) : null;
      if (entry) tried = withTry(tried, entry);
      if (!entry || isUnreachable(entry)) unreachable.push(service);
      const hint = error instanceof VendorFailure ? error.repairHint : null;
      if (hint === null) continue;
      problems = [hint];
      tell(service, place);
    }
  }
  const availability = await vendorAvailability();
  // only the newest answer is stored: after a wait, older ones would be paid for again
  const mayAskAgain = attempt - round <= 1;
  const wait = mayAskAgain && waitFor(unreachable, { step, tried, availability });
  throw wait || withReason(failure(), givenUp.withTries(withShut(tried, unreachable, availability), givenUpOn, modelOf));
}

/** Adds the services' failures to an error, and the sentence about their common cause. */
function withReason(error: ProductError, tried: readonly FailedAttempt[]): ProductError {
  const reason = reasonOf(tried);
  Object.assign(error.data, { tried, ...(reason && { reason: inEnglish(reason) }) });
  return error;
}

interface ServicePrompt extends Pick<RenderedPrompt, 'instructions' | 'prompt'> {
  readonly service: Service;
  readonly attempt: number;
  /** Services that have failed before in this step. */
  readonly tried: readonly FailedAttempt[];
}

/** Returns one service's answer, or the answer already stored for this input and attempt, from any service. */
async function askOnce<T>(
  { step, signal }: Work<unknown>,
  { purpose, schema, maxOutputTokens, only }: Question<T>,
  { service, attempt, tried, instructions, prompt }: ServicePrompt,
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
  // a service asked by batch earlier may be a different one
  const answered = { value: answer.value, service: answer.service, callId: answer.callId, inputHash };
  await storeAnswer(step, { ...answered, attempt }, tried === step.tried ? undefined : tried);
  return answered;
}

/** Returns the services that can be asked, reachable ones first; the step decides which comes first, so that the load is shared. */
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

/** Asks like `askServices`, for a second opinion that the work can do without: returns null when no service could give it. */
export async function askIfPossible<T>(work: Work<unknown>, question: Omit<Question<T>, 'failure'>): Promise<Answered<T> | null> {
  const failure = () => new ProductError('vendors.failed');
  try {
    return await askServices(work, { ...question, failure });
  } catch (error) {
    if (error instanceof ProductError && error.code === 'vendors.failed') return null;
    throw error;
  }
}
