import { createHash } from 'node:crypto';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { recordCallStart, answerFor, attemptOf, storeAnswer } from '#domain/platform/steps/step-answer.commands.ts';
import type { ClaimedStep, FailedAttempt, PaidAnswer } from '#domain/platform/steps/step.ts';
import { retryWhileDatabaseUnavailable } from '#domain/platform/store-retries.ts';
import type { AnswerSchema } from '#domain/vendors/llm/answer-schema.ts';
import { servicesWithoutBatches } from '#domain/vendors/llm/batches/batch-services.ts';
import type { Purpose } from '#domain/vendors/llm/hygiene/purposes.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { givenUpFor } from '#domain/vendors/llm/given-up.queries.ts';
import { failedTry, hasPatience, outageMs, silenceMs, waitForAnswer, withShut, withTry } from '#domain/vendors/llm/outage-patience.ts';
import { authorshipOf } from '#domain/vendors/llm/voices.ts';
import { recordLostCalls } from '#domain/vendors/llm/call.commands.ts';
import { VendorFailure, AllowanceWait } from '#domain/vendors/llm/vendor-failure.ts';
import { mayKeep, notesOf, type AnswerProblem, type UsableAnswer } from './answer-problem.ts';
import { checkLeaks } from '#domain/generation/checks/check-leaks.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { chosenFields } from '#domain/generation/prompts/chosen-fields.ts';
import { castFor } from './default-cast.commands.ts';
import { servicesTooSmall } from './small-models.queries.ts';
import { chooseService, inOrder, skippedServices, type Availability } from './roles.ts';
import { logOutage } from './log-outage.command.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { renderPrompt, type PromptName } from '#domain/generation/prompts/render-prompt.ts';
import type { RewriteRequest } from '#domain/generation/rewrites/rewrite-plan.ts';
import { discardAnswer, storedUsableAnswer } from './discard-answer.command.ts';

/** A step of a run that writes a course or lessons of one, with a user as owner, and its form. */
export type CourseStep = ClaimedStep<CourseForm> & { readonly accountId: string };

/** The input of a generation command: the claimed step, and the signal that aborts it (cancelled, lost, draining). */
export interface StepWork {
  readonly step: CourseStep;
  readonly signal: AbortSignal;
}

/** No candidate service is left for this step: the stage decides what happens next. */
export class ServicesExhausted extends Error {
  /** Models that were not asked again because their answers are unusable. */
  readonly unreadable: readonly string[];
  /** The step's failed tries, including services that another step found shut. */
  readonly tried: readonly FailedAttempt[];

  constructor(tried: readonly FailedAttempt[], unreadable: readonly string[] = []) {
    super('every candidate service has been tried');
    this.name = 'ServicesExhausted';
    this.tried = tried;
    this.unreadable = unreadable;
  }
}

/** A part of an answer that was not used with the others. */
export interface LeftPart<T> {
  readonly problems: readonly string[];
  /** Used if no service gives a better one; null if it never may be. */
  readonly usable: UsableAnswer<T> | null;
}

interface Ask<T> {
  readonly cast: readonly Service[];
  readonly purpose: Purpose;
  /** Name of the file in prompts/. */
  readonly prompt: PromptName;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly schema: AnswerSchema<T>;
  readonly maxOutputTokens: number;
  /** Makes unambiguous corrections before the answer is checked. */
  readonly tidy?: (value: T) => T;
  /** Returns problems of an answer that fits the schema; empty when it is good. `leaksIn` finds text of our prompt in a part of it. */
  readonly check: (value: T, leaksIn: (part: unknown) => AnswerProblem[]) => AnswerProblem[] | Promise<AnswerProblem[]>;
  /**
   * The answer is a list of parts that are used or asked for again separately, so `check` also looks for leaks in each; an answer that was
   * cut off has those that are whole.
   */
  readonly hasParts?: true;
  /** What an earlier answer, which had this one among others, has left of it. */
  readonly left?: LeftPart<NoInfer<T>> | null;
  readonly onPartial?: (partial: unknown) => void;
  /** Availability that was already read together with the material. */
  readonly availability?: Availability | undefined;
  /** How long the step may wait for services, in ms, if the run can go on without it. */
  readonly leftMs?: number;
}

/**
 * Makes one vendor call for a step: chooses the service (lead, retries, fallbacks), records service and input on the row, calls, and checks
 * the answer. An answer with problems is requested again with these problems, from the same service and then from others; an answer that
 * may be used as a last resort is stored on the row until no service is left. Failures are thrown as they are; `settleStepFailure` decides
 * about the next try. A model with three unreadable answers in this run is not asked (`givenUpFor`).
 * An answer is stored on the step's row as soon as it arrives, before anything else. If anything fails afterwards, the next claim of the
 * step uses the stored answer instead of a call.
 * @throws ServicesExhausted when no service is left; AllowanceWait when it should be tried later; BatchWait; StepLost; VendorFailure;
 * CallAborted
 */
export async function askForStep<T>({ step, signal }: StepWork, wanted: Ask<T>): Promise<UsableAnswer<T>> {
  const [{ cast, modelOf, hasOtherModel, availability: readNow }, givenUp, tooSmall] = await Promise.all([
    castFor({ ...wanted, form: step.request }),
    givenUpFor(step),
    servicesTooSmall(step.request),
  ]);
  const avoided = [...step.avoidedServices, ...tooSmall, ...(step.byVendorBatch ? servicesWithoutBatches() : [])];
  const nameOf = (service: Service) => modelOf(service) ?? config().vendors[service].model;
  const inTurn = inOrder(cast, avoided);
  const notGivenUp = (tried: readonly FailedAttempt[]) => {
    const among = (isOnly: boolean) => inTurn.filter((service) => givenUp.triesOf(nameOf(service), { tried, isOnly }) === 0);
    const others = among(false);
    return others.some((service) => config().vendors[service].apiKey !== '') ? others : among(true);
  };
  const ask = { ...wanted, cast: notGivenUp(step.tried), ...(hasOtherModel && { availability: undefined }) };
  // the process that started it has crashed, or the call was already recorded
  if (step.callBegun) await recordLostCalls(database(), [{ ...step, accountId: step.cappedId, call: step.callBegun }]);
  // a rewrite's request has further fields beside the form, which go elsewhere in a prompt, or nowhere
  const {
    user_id: _user,
    instruction: _wish,
    missing_from_run: _run,
    practice_only: _practice,
    review_only: _checkOnly,
    guardian_agreement: _agreed,
    source_ids: _sources,
    creator_course_id: _studio,
    ...form
  } = step.request as Partial<RewriteRequest> & CourseForm;
  const brief = { ...chosenFields(form), course_size: courseSize(step.request) };
  const { instructions, prompt, rules } = renderPrompt(ask.prompt, {
    brief,
    problems: hintsOf(step, ask.left?.problems),
    ...ask.variables,
  });
  const inputHash = createHash('sha256').update(instructions).update(prompt).digest('hex');
  const attempt = attemptOf(step.tried);
  const call = async (service: Service, availability: Availability): Promise<Arrived> => {
    const answer = await askModel({
      service,
      model: modelOf(service),
      purpose: ask.purpose,
      instructions,
      prompt,
      schema: ask.schema,
      maxOutputTokens: ask.maxOutputTokens,
      hasParts: ask.hasParts,
      lane: step.lane,
      accountId: step.cappedId,
      runId: step.runId,
      stepId: step.stepId,
      signal,
      beforeCall: ({ id, model }) =>
        recordCallStart({
          hold: step,
          call: { id, service, model, purpose: ask.purpose },
          inputHash,
          passedOver: skippedServices(ask.cast, step.tried, availability, service),
        }),
      // batches have no live display, and each part costs the process and the database time
      onPartial: step.lane === 'batch' ? undefined : ask.onPartial,
      // a local server may read its prompt for longer than a vendor is ever silent
      silenceMs:
        ask.leftMs === undefined || config().vendors[service].compatible ? undefined : silenceMs(ask.leftMs, availability[service]),
      patience: step.byVendorBatch ? { fence: step.fence, inputHash, attempt } : null,
    });
    const { value, callId, settled, model } = answer;
    const paid: PaidAnswer = { callId, service, by: authorshipOf(service, model), inputHash, attempt, value };
    await storeAnswer(step, paid);
    // a lesson's last call is recorded before its run can end, so that an ended run's usage is complete
    if (ask.purpose === 'review' || ask.purpose === 'correction') await settled;
    return { paid, settled };
  };
  const isLastTry = async (failure: VendorFailure) => {
    const tried = withTry(step.tried, failedTry(failure));
    const availability = await readNow();
    const left = notGivenUp(tried);
    const { service, model } = failure;
    if (model !== null && !left.includes(service)) failure.givenUpAfter = givenUp.triesOf(model, { tried, isOnly: false });
    return choose({ ...ask, cast: left }, step, tried, availability).kind === 'exhausted';
  };
  const stored = answerFor(step.answer, { inputHash, attempt });
  const callService = async () =>
    askWhoIsFree(ask, step, { call, readNow }).catch(async (error: unknown) => {
      if (error instanceof VendorFailure) Object.assign(error, { isLast: await isLastTry(error), leftMs: ask.leftMs });
      throw error;
    });
  const arrived = stored ? arrivedBefore(stored) : await callService();
  if (!arrived) {
    const usableEarlier = (await storedUsableAnswer<T>(step)) ?? ask.left?.usable;
    if (usableEarlier) return usableEarlier;
    const givenUpOn = inTurn.filter((service) => !ask.cast.includes(service));
    const tried = givenUp.withTries(withShut(step.tried, ask.cast, await readNow()), givenUpOn, nameOf);
    throw new ServicesExhausted(tried, [...new Set(givenUpOn.map(nameOf))]);
  }
  const answer = { ...arrived.paid, service: arrived.paid.service as Service };
  const parsed = answer.value as T;
  const value = ask.tidy ? ask.tidy(parsed) : parsed;
  const usable = (problems: readonly AnswerProblem[]): UsableAnswer<T> => ({
    value,
    service: answer.service,
    ...(answer.by && { by: answer.by }),
    inputHash,
    callId: answer.callId,
    notes: notesOf(problems),
  });
  const leaksIn = (part: unknown) => checkLeaks(part, rules, textsOf(form).join('\n'));
  const checked = await retryWhileDatabaseUnavailable(config().leaseMs, async () => ask.check(value, leaksIn));
  const problems = [...checked, ...(ask.hasParts ? [] : leaksIn(value))];
  if (problems.length === 0) return usable([]);
  const hint = problems.map(({ text }) => text).join('; ');
  const failure = rejection(answer.service, problems, hint);
  if (failure.httpStatus === 200) failure.model = answer.by?.model ?? nameOf(answer.service);
  const last = await isLastTry(failure);
  failure.isLast = last;
  const rejected = step.tried.filter((entry) => entry.hint).length + (ask.left ? 1 : 0);
  if (mayKeep(problems, { rejected, last })) return usable(problems);
  await arrived.settled;
  await discardAnswer(step, usable(problems), { mayKeep: mayKeep(problems, { rejected: Infinity, last: true }) });
  throw failure;
}

/** Returns the failure for a rejected answer. A flaw that shows how the model writes counts like an unreadable answer. */
function rejection(service: Service, problems: readonly AnswerProblem[], hint: string): VendorFailure {
  const { flaw } = problems.find((one) => one.flaw !== undefined) ?? {};
  const isForeign = problems.some(({ note }) => note === 'language');
  const { cause } = problems.find((one) => one.cause !== undefined) ?? {};
  const known = flaw ?? (isForeign ? 'other_language' : (cause ?? null));
  return new VendorFailure({
    service,
    code: 'vendors.broken_output',
    detail: hint,
    repairHint: hint,
    flaw: known,
    ...(known && { httpStatus: 200 }),
  });
}

/** A paid answer, and a promise that resolves when its usage is recorded. */
interface Arrived {
  readonly paid: PaidAnswer;
  readonly settled: Promise<void>;
}

/** Wraps an answer from an earlier claim of the step: its usage was recorded by the caller, or by this claim. */
const arrivedBefore = (paid: PaidAnswer): Arrived => ({ paid, settled: Promise.resolve() });

const choose = (
  ask: Pick<Ask<unknown>, 'cast' | 'leftMs'>,
  step: ClaimedStep,
  tried: readonly FailedAttempt[],
  availability: Availability,
) =>
  chooseService(
    inTime(ask, availability),
    tried,
    availability,
    (services) => hasPatience(services, { step, tried, availability, leftMs: ask.leftMs }),
    // a step that its run can go on without takes another service's answer at once
    ask.leftMs === undefined,
  );

/** Returns the candidates. Once no time is left to find out whether unavailable services are back, only those that answer. */
const inTime = ({ cast, leftMs }: Pick<Ask<unknown>, 'cast' | 'leftMs'>, availability: Availability): readonly Service[] =>
  leftMs !== undefined && leftMs <= 0 ? cast.filter((service) => availability[service].unansweredMs === 0) : cast;

interface AskingNow<Answer> {
  readonly call: (service: Service, availability: Availability) => Promise<Answer>;
  /** Reads which services may be called now. */
  readonly readNow: () => Promise<Availability>;
}

/**
 * Asks the first available candidate. If another caller has started probing that service, or its circuit has opened meanwhile, the next
 * candidate is asked at once: no step waits while a fallback is idle.
 * @returns null when no service is left
 * @throws AllowanceWait when all remaining services are unreachable, or the available one's allowance is used up
 */
async function askWhoIsFree<T, Answer>(ask: Ask<T>, step: ClaimedStep, { call, readNow }: AskingNow<Answer>): Promise<Answer | null> {
  let availability = ask.availability ?? (await readNow());
  for (;;) {
    const choice = choose(ask, step, step.tried, availability);
    if (choice.kind === 'exhausted') return null;
    if (choice.waitsFor) await logOutage(step.runId, choice.waitsFor, availability);
    if (choice.kind === 'wait')
      throw waitForAnswer(ask.cast[0]!, choice.until, outageMs(choice.waitsFor, availability), { leftMs: ask.leftMs });
    try {
      return await call(choice.service, availability);
    } catch (error) {
      if (!(error instanceof AllowanceWait)) throw error;
      availability = await readNow();
      if (availability[choice.service].available) throw error;
    }
  }
}

/** Returns the problems of the last rejected answer to this step; on a first try, those with which an earlier answer has left it. */
function hintsOf(step: ClaimedStep, left: readonly string[] = []): string[] {
  const hint = step.tried.findLast((entry) => entry.hint)?.hint;
  return hint ? [hint] : [...left];
}
