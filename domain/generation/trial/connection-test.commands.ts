import type { ConnectionTest } from '#contract/operator/service-connections.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { usualContextNeed } from '#domain/generation/outline/context-need.ts';
import { database } from '#domain/platform/database.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { hashOf } from '#domain/platform/runs/request-hash.ts';
import { seal, unseal } from '#domain/platform/secrets/sealed.ts';
import type { VendorSettings } from '#domain/platform/settings/model-settings.ts';
import type { PollLater } from '#domain/platform/steps/defer-step.command.ts';
import { problemOf, trying, type Problem } from '#domain/vendors/connections/try-connection.ts';
import { addSpend } from '#domain/vendors/llm/add-spend.command.ts';
import type { AnswerSchema } from '#domain/vendors/llm/answer-schema.ts';
import type { Work } from '#domain/vendors/llm/ask-services.ts';
import { callModel, type ModelCall } from '#domain/vendors/llm/call-model.ts';
import { askGrowing, askWithin } from '#domain/vendors/llm/llm.client.ts';
import { costMicroUsd, type TokenUse } from '#domain/vendors/llm/prices.ts';
import { askServer } from '#domain/vendors/llm/profile/ask-server.ts';
import { forgetTraits, learnTraits } from '#domain/vendors/llm/profile/model-profile.commands.ts';
import { profileOf } from '#domain/vendors/llm/profile/model-profile.queries.ts';
import { CallAborted, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { CONNECTION_TEST_KIND, type ConnectionTestRequest } from './connection-test.kind.ts';
import { judgeTrialLesson, judgeTrialQuiz, trialForm, trialLesson, trialQuiz, type Judged } from './connection-test.queries.ts';

type TestWork = Work<ConnectionTestRequest>;

/** The sealing context of a running test's settings. */
const testContext = (runId: string): string => `connection-test:${runId}`;

interface Start extends Pick<ConnectionTestRequest, 'service' | 'kind' | 'context_tokens'> {
  readonly settings: VendorSettings;
  readonly accountId: string;
  readonly requestId: string;
}

/**
 * Starts a test: a run of the caller that costs no tokens; the installation pays for its calls. The same test is started only once.
 * @returns id of its run
 * @throws ProductError spend.install_cap, queue.full
 */
export async function startConnectionTest({ settings, accountId, requestId, ...asked }: Start): Promise<string> {
  const { baseURL, model, price = null, apiKey } = settings;
  const request: ConnectionTestRequest = { ...asked, base_url: baseURL, model, price };
  const { runId } = await acceptRun({
    kind: CONNECTION_TEST_KIND,
    accountId,
    cappedId: null,
    request,
    subject: model,
    requestId,
    fingerprint: null,
    dedupeKey: `${CONNECTION_TEST_KIND}:${hashOf([request, apiKey.slice(-4)])}`,
    begin: async (trx, id) =>
      void (await trx('connection_test').insert({
        run_id: id,
        settings_sealed: seal(Buffer.from(JSON.stringify(settings)), testContext(id)),
      })),
  });
  return runId;
}

/** Retry interval, and maximum wait, for a model that is being loaded. */
const LOADING = { afterMs: 2_000, withinMs: 15 * 60_000 } as const;
const IS_LOADING = /\bload(?:ing|ed)?\b/i;
const FROM_TEST = 'a test';
const FROM_SERVER = 'the server’s own words';

/** Usage and results of a test's calls so far; the output of its first step. */
interface Taken {
  readonly ms: number;
  /** Null: the service did not report it. */
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly firstWordMs: number | null;
  readonly speed: number | null;
  readonly lessonWords: number;
  readonly questions: number;
  readonly remarks: readonly string[];
}
const NOTHING: Taken = { ms: 0, tokens: 0, cost: 0, firstWordMs: null, speed: null, lessonWords: 0, questions: 0, remarks: [] };

/** Writes the lesson of a test. Earlier facts about the model are deleted first, so that all are learnt afresh. */
export async function tryLesson(work: TestWork): Promise<PollLater | void> {
  const { step } = work;
  const settings = await settingsOf(step.runId);
  if (!settings) return conclude(work, null, NOTHING, LOST_KEY);
  if (step.pollUntil === null) await forgetTraits(settings);
  const asked = await ask(work, settings, trialLesson, judgeTrialLesson);
  if ('failure' in asked) {
    if (mustWait(asked.failure, settings, step.pollUntil)) return LOADING;
    return conclude(work, settings, { ...NOTHING, ...asked.taken }, problemOf(asked.failure, settings.apiKey));
  }
  const { judged, taken } = asked;
  const made: Taken = { ...NOTHING, ...taken, lessonWords: judged.count, remarks: judged.problems };
  if (!judged.isUsable) return conclude(work, settings, made, unusable(judged));
  const tried = await tryForm(work, settings);
  await completeStep(step, {
    output: { ...made, ...added(made, tried), content: judged.content },
    service: step.request.service,
    event: {
      name: 'test.lesson',
      message: toSentence('{model} wrote a lesson of {n} words. Next, it writes the questions.', {
        model: step.request.model,
        n: judged.count,
      }),
    },
  });
}

/**
 * Finds out whether an own server holds answers to a schema, by a small answer whose form stands nowhere in its prompt: `callModel` learns
 * it. If the call fails or its answer is cut off, nothing is learnt, and prompts go on describing the schema.
 */
async function tryForm({ step: { request }, signal }: TestWork, settings: VendorSettings): Promise<Spent> {
  const { schema = 'json_schema' } = await profileOf(settings);
  if (!settings.compatible || schema !== 'json_schema') return { ms: 0, tokens: 0, cost: 0 };
  const began = performance.now();
  const call = { ...trialForm(), service: request.service, settings, signal, isProbe: false, triesForm: true as const };
  const { streamed, result } = await trying(settings, () => callModel(call));
  if (result instanceof CallAborted) throw result;
  return spentBy(request, streamed.text !== '' || streamed.use ? [streamed.use] : [], began);
}

/** Writes the quiz on that lesson, and ends the test with the learnt facts. */
export async function tryQuiz(work: TestWork): Promise<void> {
  const { step } = work;
  const settings = await settingsOf(step.runId);
  const { output } = (await database()('step').where({ run_id: step.runId, key: 'lesson' }).first('output'))!;
  const { content, ...before } = output as Taken & { readonly content: string };
  if (!settings) return conclude(work, null, before, LOST_KEY);
  const asked = await ask(work, settings, (problems) => trialQuiz(content, problems), judgeTrialQuiz);
  const both: Taken = { ...before, ...added(before, asked.taken) };
  if ('failure' in asked) return conclude(work, settings, both, problemOf(asked.failure, settings.apiKey));
  const { judged } = asked;
  const made = { ...both, questions: judged.count, remarks: [...before.remarks, ...judged.problems] };
  return conclude(work, settings, made, judged.isUsable ? null : unusable(judged));
}

const LOST_KEY: Problem = { code: 'wrong_key', detail: 'The key could not be read any more: the installation’s secret has changed.' };
const unusable = ({ problems }: Judged): Problem => ({ code: 'no_usable_lesson', detail: problems.join('; ') });

async function settingsOf(runId: string): Promise<VendorSettings | null> {
  const row = await database()('connection_test').where({ run_id: runId }).first('settings_sealed');
  const json = row?.settings_sealed && unseal(row.settings_sealed, testContext(runId));
  return json ? (JSON.parse(json.toString()) as VendorSettings) : null;
}

/** Waits for a server that says that it is loading its model, or is silent for minutes. */
function mustWait(failure: VendorFailure, { compatible }: VendorSettings, until: Date | null): boolean {
  if (!compatible || (until !== null && Date.now() >= until.getTime() - LOADING.afterMs)) return false;
  const isLoading = failure.code === 'vendors.unavailable' && IS_LOADING.test(failure.message);
  return isLoading || (failure.code === 'vendors.timed_out' && failure.silent);
}

type Question<T> = Pick<ModelCall<T>, 'purpose' | 'instructions' | 'prompt' | 'maxOutputTokens'> & { readonly schema: AnswerSchema<T> };
type Spent = Pick<Taken, 'ms' | 'tokens' | 'cost'>;
type TakenByCalls = Spent & Pick<Taken, 'firstWordMs' | 'speed'>;
type Asked<Of> = { readonly taken: TakenByCalls } & ({ readonly judged: Of } | { readonly failure: VendorFailure });

/** Asks as courses do: an answer with faults is requested once more, with its faults in the prompt. */
async function ask<T, Of extends Judged>(
  { step: { request }, signal }: TestWork,
  settings: VendorSettings,
  question: (problems: readonly string[]) => Question<T>,
  judge: (value: T) => Of,
): Promise<Asked<Of>> {
  const { service } = request;
  const entered = request.context_tokens ?? Infinity;
  const roomOf = async () => {
    const profile = await profileOf(settings);
    return { profile, contextTokens: Math.min(entered, profile.context ?? Infinity) };
  };
  const uses: (TokenUse | null)[] = [];
  let firstWordMs: number | null = null;
  let speed: number | null = null;
  const began = performance.now();
  const once = async (fitted: Question<T>): Promise<T> => {
    const start = performance.now();
    let first: number | null = null;
    const onPartial = () => void (first ??= performance.now());
    const call = { ...fitted, service, settings, signal, isProbe: false, onPartial };
    const { streamed, result } = await trying(settings, () => callModel(call));
    const end = performance.now();
    if (streamed.text !== '' || streamed.use) uses.push(streamed.use);
    if (result instanceof Error) throw result;
    // loading a model does not count towards its speed
    const words = streamed.text.split(/\s+/).length;
    speed = Math.round((words * 10_000) / Math.max(1, end - (first ?? start))) / 10;
    firstWordMs ??= Math.round((first ?? end) - start);
    return result.value;
  };
  const taken = (): TakenByCalls => ({ ...spentBy(request, uses, began), firstWordMs, speed });
  let problems: readonly string[] = [];
  for (let isLast = false; ; isLast = true) {
    try {
      const asked = { ...question(problems), service };
      const judged = judge(await askGrowing(asked, settings, (one, how) => askWithin(one, { ...how, roomOf }, once)));
      if (judged.problems.length === 0 || isLast) return { judged, taken: taken() };
      problems = judged.problems;
    } catch (error) {
      if (error instanceof CallAborted || !(error instanceof VendorFailure)) throw error;
      if (isLast || error.repairHint === null) return { failure: error, taken: taken() };
      problems = [error.repairHint];
    }
  }
}

const sum = (one: number | null, other: number | null): number | null => (one === null || other === null ? null : one + other);
const added = (one: Spent, other: Spent): Spent => ({
  ms: one.ms + other.ms,
  tokens: sum(one.tokens, other.tokens),
  cost: sum(one.cost, other.cost),
});

/** Returns what calls took since a moment. @param uses their reported usage; null: not reported */
function spentBy(request: ConnectionTestRequest, uses: readonly (TokenUse | null)[], began: number): Spent {
  return {
    ms: Math.round(performance.now() - began),
    tokens: uses.reduce<number | null>((all, use) => sum(all, use && use.input + use.output), 0),
    cost: uses.reduce<number | null>((all, use) => sum(all, use && costOf(request, use)), 0),
  };
}

/** Millionths of a US dollar; null: the price is unknown. */
function costOf({ kind, model, price }: ConnectionTestRequest, use: TokenUse): number | null {
  if (price) return Math.round(use.input * price.input + use.output * price.output);
  return kind === 'compatible' ? null : costMicroUsd(model, use, new Date());
}

/** Ends a test: records its measurements, the learnt facts and the faults. */
async function conclude(work: TestWork, settings: VendorSettings | null, made: Taken, found: Problem | null): Promise<void> {
  const { step } = work;
  const { service, kind, model, base_url: entered, context_tokens: asEntered } = step.request;
  if (settings?.compatible && made.lessonWords > 0)
    await learnTraits(settings, await trying(settings, () => askServer(settings)), FROM_SERVER);
  if (settings && made.speed !== null) await learnTraits(settings, { words_a_second: made.speed }, FROM_TEST);
  const { path, ...profile } = settings ? await profileOf(settings) : {};
  const base_url = `${entered}${path ?? ''}`;
  // the facts were learnt at the address as it was entered; copied to the address that was found, in case that one is saved
  if (path) await learnTraits({ baseURL: base_url, model }, profile, FROM_TEST);
  const holds = Math.min(asEntered ?? Infinity, profile.context ?? Infinity);
  const context_tokens = holds === Infinity ? null : holds;
  const needed_tokens = usualContextNeed({ isOwn: kind === 'compatible', profile });
  const isTooSmall = context_tokens !== null && context_tokens < needed_tokens;
  const problem: Problem | null =
    isTooSmall && (found === null || isOfSize(found)) ? { code: 'context_too_small', detail: found?.detail ?? null } : found;
  const result: ConnectionTest = {
    service,
    kind,
    model,
    base_url,
    is_path_added: path !== undefined,
    problem,
    words_a_second: made.speed,
    schema: profile.schema_enforced === false ? 'prompt' : (profile.schema ?? 'json_schema'),
    context_tokens,
    needed_tokens,
    lesson_words: made.lessonWords,
    questions: made.questions,
    remarks: [...made.remarks],
    first_word_ms: made.firstWordMs,
    ms: made.ms,
    tokens: made.tokens,
    cost_micro_usd: made.cost,
  };
  await completeStep(step, {
    output: {},
    service,
    also: async (trx) => {
      if (made.cost) await addSpend(trx, { accountId: step.cappedId, service, microUsd: made.cost });
      await completeRun(trx, { runId: step.runId, result });
    },
  });
}

/** Attributes a text that was cut, or written from half a prompt, to a context that is too small. */
const isOfSize = ({ code }: Problem): boolean => ['no_structured_answer', 'no_usable_lesson', 'context_too_small'].includes(code);
