import { uuidv7 } from 'uuidv7';
import { config } from '#domain/platform/config.ts';
import { onDisconnect } from '#domain/platform/database.ts';
import { answerByBatch } from './batches/ask-by-batch.ts';
import { callModel } from './call-model.ts';
import type { ModelAnswer, ModelRequest } from './model-request.ts';
import { fittedRequest, tokensIn, type Fittable, type Fitted } from './compatible/fit-context.ts';
import type { ModelAt, ModelProfile } from './profile/model-profile.ts';
import { profileOf } from './profile/model-profile.queries.ts';
import { queueOf, ServerBusy } from './compatible/server-queue.ts';
import { MAX_RETRY_AFTER_MS } from './classify-error.ts';
import type { TokenUse } from './prices.ts';
import { excuseQueueing, holdProbe, settleCall, type FinishedCall, type Outcome } from './call.commands.ts';
import { causeOf } from './failure-cause.ts';
import { releaseAllowance, acquireAllowance } from './acquire-allowance.command.ts';
import { AllowanceWait, CallAborted, VendorFailure, type FailureCode, type Flaw } from './vendor-failure.ts';

const OUTCOME_OF: Record<FailureCode, Outcome> = {
  'vendors.unavailable': 'unavailable',
  'vendors.rate_limited': 'rate_limited',
  'vendors.timed_out': 'timed_out',
  'vendors.refused': 'refused',
  'vendors.broken_output': 'broken',
};

/**
 * Factor by which an exhausted output limit grows, thinking included: some models think for thousands of tokens before they write a word.
 */
const GROWTH = 4;
/** Maximum of a grown limit; vendors reject limits above a model's maximum output. */
const MOST_GROWN = 64_000;

/**
 * Models that have exhausted their limit for a purpose in this process: their next call starts with a grown limit. Only tokens written are
 * paid for.
 */
const hasHit = new Set<string>();
const kindOf = ({ baseURL, model }: ModelAt, { purpose }: Pick<Fittable, 'purpose'>): string => `${baseURL} ${model} ${purpose}`;
/** Forgets which limits have grown. */
export const forgetLimits = (): void => hasHit.clear();
onDisconnect(forgetLimits);

/**
 * Asks one model and returns a value that fits the schema. If the answer exhausts its limit, the model is asked once more with a grown
 * limit, as far as the model and its context allow. That is the only retry here, and there are no fallbacks: the caller decides by the
 * error. Two statements per call: one takes the allowance, one settles it and records the usage, also of failed calls.
 * @throws what `beforeCall` throws; VendorFailure; AllowanceWait (no call was made; retry then); CallAborted; ProductError spend.user_cap,
 * spend.install_cap; with `patience` also BatchWait and StepLost
 */
export async function askModel<T>(request: ModelRequest<T>): Promise<ModelAnswer<T>> {
  return inTurn(request, () =>
    askGrowing(request, modelOf(request), (one, how) => {
      const { compatible } = config().vendors[request.service];
      if (!compatible) return askNow(one);
      const roomOf = async () => {
        const profile = await profileOf(modelOf(request));
        return { profile, contextTokens: Math.min(compatible.contextTokens, profile.context ?? Infinity) };
      };
      return askWithin(one, { ...how, roomOf }, askNow);
    }),
  );
}

const modelOf = ({ service, model }: Pick<ModelRequest<unknown>, 'service' | 'model'>): ModelAt => {
  const { baseURL, model: connected } = config().vendors[service];
  return { baseURL, model: model ?? connected };
};

/** Waits for a turn if the call goes to a local server. @throws AllowanceWait when too many calls wait there already */
async function inTurn<T>(request: ModelRequest<T>, ask: () => Promise<ModelAnswer<T>>): Promise<ModelAnswer<T>> {
  if (!config().vendors[request.service].compatible) return ask();
  const at = modelOf(request);
  const queue = queueOf(at.baseURL);
  const turn = { accountId: request.accountId, lane: request.lane, mayReturn: request.stepId !== null };
  const slots = (await profileOf(at)).calls_at_once;
  const answer = queue.run({ at, slots }, request.signal, turn, async (queuedMs) => {
    try {
      await excuseQueueing(request.service, at.model, queuedMs);
      const answer = await ask();
      await queue.succeeded(answer.outputTokens, answer.ms);
      return answer;
    } catch (error) {
      if (error instanceof VendorFailure) {
        error.queuedMs = queuedMs;
        if (error.code !== 'vendors.broken_output') await queue.failed();
      }
      throw error;
    }
  });
  return answer.catch((error: unknown) => {
    if (!(error instanceof ServerBusy)) throw error;
    throw new AllowanceWait(request.service, new Date(Date.now() + Math.min(error.afterMs, LONGEST_RETURN_MS)));
  });
}

/** A step that finds a local server's queue full retries within this time. */
const LONGEST_RETURN_MS = 15_000;

/** A call that can be repeated with a higher limit. */
interface Growing {
  readonly isGrown: boolean;
  /** The failure under the lower limit; thrown when there is no room for a higher one. */
  readonly cutOff?: VendorFailure;
}

/**
 * Asks, and asks once more with a grown limit if the answer exhausted it and has no whole part, as far as its model writes that much.
 * @throws what `ask` throws
 */
export async function askGrowing<Request extends Fittable, Answer>(
  request: Request,
  at: ModelAt,
  ask: (request: Request, how: Growing) => Promise<Answer>,
): Promise<Answer> {
  const { maxOutputTokens: limit } = request;
  const kind = kindOf(at, request);
  const grown = { ...request, maxOutputTokens: Math.min(limit * GROWTH, Math.max(limit, MOST_GROWN)) };
  // a call that had to wait for its turn knows by now which limits others have exhausted
  if (hasHit.has(kind)) return ask(grown, { isGrown: true });
  return ask(request, { isGrown: false }).catch(async (error: unknown) => {
    if (!(error instanceof VendorFailure) || error.cutOffAt === null) throw error;
    const { most_output: most = Infinity } = await profileOf(at);
    if (Math.min(grown.maxOutputTokens, most) <= error.cutOffAt) throw error;
    hasHit.add(kind);
    return ask(grown, { isGrown: true, cutOff: error });
  });
}

/** Returns a model's known abilities and its context window in tokens; `Infinity` if unknown. */
type RoomOf = () => Promise<{ readonly profile: ModelProfile; readonly contextTokens: number }>;

/** Share of a context that is used after a request was refused as too long: the refusal does not say by how much our estimate was wrong. */
const SHARE_AFTER_REFUSAL = 0.85;

/**
 * Asks with as much as fits into a context, and once more with less if the request is refused as too long, which reveals the context's
 * size.
 * @throws what `ask` throws; `cutOff`; VendorFailure with the reason `context_too_small` when the task itself does not fit
 */
export async function askWithin<Request extends Fittable, Answer>(
  request: Request,
  { roomOf, isGrown, cutOff }: Growing & { readonly roomOf: RoomOf },
  ask: (fitted: Fitted<Request>) => Promise<Answer>,
): Promise<Answer> {
  const fittedTo = async (share: number): Promise<Fitted<Request>> => {
    const { profile, contextTokens } = await roomOf();
    const fitted = fittedRequest(request, profile, { contextTokens: Math.floor(contextTokens * share), mayTakeMore: isGrown });
    if (cutOff && fitted.maxOutputTokens <= cutOff.cutOffAt!) throw cutOff;
    return fitted;
  };
  return ask(await fittedTo(1)).catch(async (error: unknown) => {
    if (!(error instanceof VendorFailure && error.reason === 'context_too_small') || (await roomOf()).contextTokens === Infinity)
      throw error;
    return ask(await fittedTo(SHARE_AFTER_REFUSAL));
  });
}

async function askNow<T>(request: Fitted<ModelRequest<T>>): Promise<ModelAnswer<T>> {
  const { service, signal, accountId, runId, stepId, purpose } = request;
  const connected = config().vendors[service];
  const { apiKey } = connected;
  const model = request.model ?? connected.model;
  if (signal.aborted) throw new CallAborted();
  if (!apiKey)
    throw new VendorFailure({ service, code: 'vendors.unavailable', detail: 'it has no key', reason: 'wrong_key', misconfigured: true });
  // the batch services are asked for the connected model, whose batch price is known
  const byBatch = model === connected.model && request.patience && (await answerByBatch(request, request.patience));
  if (byBatch) return byBatch;

  const tokens = estimateTokens(request);
  const allowance = await acquireAllowance({ service, model, lane: request.lane, accountId, tokens, signal });
  const callId = uuidv7();
  await request.beforeCall?.({ id: callId, model }).catch(async (error: unknown) => {
    await releaseAllowance(allowance);
    throw error;
  });
  const letGo = holdProbe(allowance);
  const startedAt = new Date();
  const start = performance.now();
  const { streamed, result } = await callModel({
    ...request,
    isProbe: allowance.probe,
    settings: model === connected.model ? undefined : { ...connected, model },
  }).finally(letGo);
  const ms = Math.round(performance.now() - start);

  const failure = result instanceof Error ? result : (result.cutOff ?? null);
  // if part of an answer arrived, the request was accepted, whatever happened later
  const httpStatus = !failure || streamed.text !== '' ? 200 : failure instanceof VendorFailure ? failure.httpStatus : null;
  const settled = settleCall({
    id: callId,
    allowance,
    accountId,
    runId,
    stepId,
    purpose,
    startedAt,
    ms,
    ...outcomeOf(failure),
    httpStatus,
    use: streamed.use,
    presumed: mayHaveWorked(failure, httpStatus) ? presumedUse(request, streamed.text) : null,
    closeForMs: closesForMs(failure),
    detail: failure?.message ?? request.shortened ?? null,
  });
  // a failure is settled before the caller reacts to it; a good answer never waits for its bookkeeping
  if (result instanceof Error) {
    if (result instanceof VendorFailure) result.model = model;
    await settled;
    throw result;
  }
  // its other parts are asked for by themselves, which is less than asking for all again; the next call may write more
  if (failure instanceof VendorFailure && failure.cutOffAt !== null) hasHit.add(kindOf({ baseURL: connected.baseURL, model }, request));
  const use = streamed.use;
  return {
    value: result.value,
    callId,
    service,
    model,
    inputTokens: use?.input ?? 0,
    cachedTokens: use?.cacheRead ?? 0,
    outputTokens: use?.output ?? 0,
    ms,
    settled,
  };
}

/** Returns the effect of a call's end on its row and on its vendor's circuit. */
export function outcomeOf(failure: VendorFailure | CallAborted | null): Pick<FinishedCall, 'outcome' | 'standing' | 'shutFor'> {
  if (failure === null) return { outcome: 'ok', standing: 'up' };
  if (failure instanceof CallAborted) return { outcome: 'aborted', standing: 'unknown' };
  const outcome = OUTCOME_OF[failure.code];
  if (failure.misconfigured) return { outcome, standing: 'shut', shutFor: causeOf(failure) };
  if (failure.retryAfterMs !== null && failure.retryAfterMs >= MAX_RETRY_AFTER_MS) return { outcome, standing: 'away' };
  return { outcome, standing: outcome === 'unavailable' || outcome === 'timed_out' ? 'down' : isGarbled(failure) ? 'garbled' : 'up' };
}

/** Flaws caused by the request, not by the service's health. */
const OF_CONTENT: readonly (Flaw | null)[] = ['recited', 'other_language'];

/** Tells whether the answer was unreadable although the request was accepted and had room for its answer. */
const isGarbled = ({ code, httpStatus, cutOffAt, flaw }: VendorFailure): boolean =>
  code === 'vendors.broken_output' && httpStatus === 200 && cutOffAt === null && !OF_CONTENT.includes(flaw);

/** Returns the pause the vendor asks for: a rate limit, or any other error with a long retry-after, closes the lane. */
export function closesForMs(failure: VendorFailure | CallAborted | null): number | null {
  if (!(failure instanceof VendorFailure)) return null;
  const { code, retryAfterMs } = failure;
  return code === 'vendors.rate_limited' || (retryAfterMs !== null && retryAfterMs >= MAX_RETRY_AFTER_MS) ? retryAfterMs : null;
}

/** Tells whether the vendor may have billed a call without reporting its usage: it accepted the request, or the call timed out. */
export const mayHaveWorked = (failure: VendorFailure | CallAborted | null, httpStatus: number | null): boolean =>
  !(failure instanceof VendorFailure) || failure.code === 'vendors.timed_out' || httpStatus === 200;

/** Estimates a call's tokens, including the full output limit, because vendors reserve it. */
const estimateTokens = ({ instructions, prompt, maxOutputTokens }: ModelRequest<unknown>) =>
  tokensIn(instructions + prompt) + maxOutputTokens;

/**
 * Estimates the usage of a call that ended before the vendor reported it: the input, and the part of the answer that had arrived. A vendor
 * cannot charge for more than the call allowed, however many bytes it sends.
 */
const presumedUse = ({ instructions, prompt, maxOutputTokens }: ModelRequest<unknown>, text: string): TokenUse => ({
  input: tokensIn(instructions + prompt),
  cacheRead: 0,
  cacheWrite: 0,
  output: Math.min(tokensIn(text), maxOutputTokens),
});
