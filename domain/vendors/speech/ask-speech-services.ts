import { uuidv7 } from 'uuidv7';
import { SPEECH_SERVICES, type Service, type SpeechService } from '#contract/platform/ai-services.ts';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';
import { acquireAllowance } from '#domain/vendors/llm/acquire-allowance.command.ts';
import { failureOf } from '#domain/vendors/llm/classify-error.ts';
import { closesForMs, mayHaveWorked, outcomeOf } from '#domain/vendors/llm/llm.client.ts';
import { failedTry, isUnreachable, waitFor, withTry } from '#domain/vendors/llm/outage-patience.ts';
import { holdProbe, settleCall } from '#domain/vendors/llm/call.commands.ts';
import { readAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { AllowanceWait, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';

/**
 * Micro-dollars per second of sound, from OpenAI's price page (read 2026-11). Used for caps and reports only; users are not charged by
 * them.
 */
const MICRO_USD = { speech: 250, hearing: 100 } as const;
/** Speech is paid by the second. */
const NO_TOKENS = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 } as const;

/**
 * Returns this installation's services that speak and hear. A service connected by an administrator counts even where the sandbox stands in
 * for others.
 */
export const speechServices = (): SpeechService[] => {
  const { services, accounts } = config();
  return SPEECH_SERVICES.filter((service) => accounts[service].apiKey !== '' && (services.speech || accounts[service].isStored === true));
};

/** The step that makes the calls. */
export type SpeechStep = Pick<ClaimedStep, 'stepId' | 'runId' | 'accountId' | 'cappedId' | 'lane' | 'ageMs' | 'tried'>;

/** Fields that every speech order has. */
export interface SpeechOrder {
  readonly step: SpeechStep;
  /**
   * Sent as an idempotency key; its answer is counted once. The vendors document none for these calls: where it is ignored, a repeated call
   * is charged again.
   */
  readonly key: string;
  readonly signal: AbortSignal;
}

interface Question<T> extends SpeechOrder {
  /** Whether a text is spoken, or a sound transcribed. */
  readonly purpose: keyof typeof MICRO_USD;
  /** Length of the sound, as far as it is known before the answer. */
  readonly seconds: number;
  readonly ask: (call: { service: SpeechService; model: string; signal: AbortSignal }) => Promise<T>;
  /** Length of the sound, from the answer. */
  readonly secondsOf?: (answer: T) => number | null;
}

/**
 * Asks one service, and the next one when it fails. Allowance, circuit, records and waiting are those of every AI service, in a separate
 * lane for the model.
 * @throws ProductError vendors.failed, spend.user_cap, spend.install_cap; AllowanceWait while services are unreachable and no other is
 * left; CallAborted
 */
export async function askSpeechServices<T>(question: Question<T>): Promise<{ answer: T; service: SpeechService }> {
  const { step, purpose } = question;
  let { tried } = step;
  const unreachable: Service[] = [];
  let cause: unknown;
  for (const service of speechServices())
    try {
      return { answer: await askOnce(question, service), service };
    } catch (error) {
      if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) throw error;
      cause = error;
      const entry = error instanceof VendorFailure ? failedTry(error) : null;
      if (entry) tried = withTry(tried, entry);
      if (!entry || isUnreachable(entry)) unreachable.push(service);
    }
  const availability = await readAvailability(modelsFor(purpose));
  throw waitFor(unreachable, { step, tried, availability }) ?? new ProductError('vendors.failed', undefined, { cause });
}

const modelsFor = (purpose: Question<unknown>['purpose']) => (purpose === 'speech' ? config().voiceModels : config().speechModels);

async function askOnce<T>(question: Question<T>, service: SpeechService): Promise<T> {
  const { step, purpose, key, seconds, signal } = question;
  const { stepId, runId, lane, cappedId: accountId } = step;
  const model = modelsFor(purpose)[service];
  const allowance = await acquireAllowance({ service, model, lane, accountId, tokens: 0, signal });
  const letGo = holdProbe(allowance);
  const startedAt = new Date();
  const start = performance.now();
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(config().vendor.callTimeoutMs)]);
  const result = await question
    .ask({ service, model, signal: inTime })
    .then((answer) => ({ answer }))
    .catch((error: unknown) => failureOf(service, error, signal))
    .finally(letGo);
  const failure = result instanceof Error ? result : null;
  const httpStatus = failure instanceof VendorFailure ? failure.httpStatus : failure ? null : 200;
  const sound = result instanceof Error ? seconds : (question.secondsOf?.(result.answer) ?? seconds);
  // awaited even for an answer, which costs more than the statement takes; only a recorded call may be stored as done
  await settleCall({
    id: failure ? uuidv7() : uuidFrom(`${key}/${purpose}`),
    allowance,
    accountId,
    runId,
    stepId,
    purpose,
    startedAt,
    ms: Math.round(performance.now() - start),
    ...outcomeOf(failure),
    httpStatus,
    use: failure ? null : NO_TOKENS,
    presumed: mayHaveWorked(failure, httpStatus) ? NO_TOKENS : null,
    cost: Math.ceil(MICRO_USD[purpose] * sound),
    closeForMs: closesForMs(failure),
    detail: failure?.message ?? null,
  });
  if (result instanceof Error) throw result;
  return result.answer;
}
