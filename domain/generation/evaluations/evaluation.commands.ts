import { familyOf } from '#contract/platform/authorship.ts';
import type { EvaluationEstimate, EvaluationPlan, Part, PricedEvaluation } from '#contract/operator/evaluation-plan.contract.ts';
import type { Operator } from '#domain/platform/operator-act.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { costMicroUsd, presumedMicroUsd } from '#domain/vendors/llm/prices.ts';
import { auditEvaluation } from './audit-evaluation.command.ts';
import { answersFromSandbox, EVALUATION_KIND, pairsOf, sampleIdOf, type EvaluationRequest, type Missing } from './evaluation.kind.ts';
import { judgedText, judgePrompt } from './verdict.commands.ts';
import { measureSample, type SampleLesson, type SampleQuestion } from './measures.ts';
import { briefFor, formOf, researcher } from './sample.commands.ts';
import { powerOf } from './binomial.ts';

/** An existing text to be judged. */
export interface GivenSample {
  readonly lesson: SampleLesson;
  readonly questions: readonly SampleQuestion[];
}
/** By brief, then by cast. */
export type GivenSamples = readonly (readonly GivenSample[])[];

interface Tokens {
  readonly input: number;
  readonly output: number;
}
type Purpose = 'research' | 'outline' | 'lesson' | 'practice' | 'review' | 'correction' | 'judgement';

/**
 * Tokens of a call until there are enough measured ones: usual input and output of the sandbox's authors. A judge reads two lessons with
 * their questions.
 */
const PRESUMED: Readonly<Record<Purpose, Tokens>> = {
  research: { input: 900, output: 500 },
  outline: { input: 1_500, output: 1_500 },
  lesson: { input: 1_800, output: 1_300 },
  practice: { input: 1_900, output: 450 },
  review: { input: 2_600, output: 120 },
  correction: { input: 2_400, output: 1_400 },
  judgement: { input: 4_200, output: 120 },
};
const ENOUGH = 5;
const NEWEST = 2_000;
/** Share of lessons whose checking service asks for a correction. */
const CORRECTED = 0.25;

interface Call {
  readonly part: Part;
  readonly tokens: Tokens;
  /** Number of such calls. */
  readonly times: number;
}

/** Estimates a comparison; stores nothing and calls no service. @throws ProductError validation.failed */
export async function estimateEvaluation(plan: EvaluationPlan): Promise<PricedEvaluation> {
  assertSound(plan);
  assertApart(plan);
  return { ...(await estimateBriefs(plan)), finds: powerOf(plan.briefs.length) };
}

/** Estimates briefs of a comparison whose casts and judges have been validated. */
export async function estimateBriefs(
  plan: Pick<EvaluationPlan, 'briefs' | 'casts' | 'judges' | 'lessons_in_a_row'>,
): Promise<EvaluationEstimate> {
  const seen = await seenTokens();
  const size = { ...PRESUMED, ...seen };
  const isSeen = Object.keys(PRESUMED).every((purpose) => purpose in seen);
  const { briefs, casts, judges, lessons_in_a_row: lessons = 1 } = plan;
  // each call reads, or writes, all of the sample's lessons
  const read = ({ input, output }: Tokens): Tokens => ({ input: input * lessons, output });
  const written = ({ input, output }: Tokens): Tokens => ({ input: input * lessons, output: output * lessons });
  const research: Call = { part: researcher(), tokens: size.research, times: briefs.length };
  const writing = casts.flatMap(({ roles }): Call[] => [
    { part: roles.outline, tokens: size.outline, times: briefs.length },
    { part: roles.lesson, tokens: size.lesson, times: briefs.length * lessons },
    { part: roles.practice, tokens: read(size.practice), times: briefs.length },
    { part: roles.review, tokens: read(size.review), times: briefs.length },
    { part: roles.lesson, tokens: written(size.correction), times: Math.ceil(briefs.length * CORRECTED) },
  ]);
  const times = briefs.length * pairsOf(casts.length).length * 2;
  const judging = judges.map((part): Call => ({ part, tokens: read(size.judgement), times }));
  return estimateOf([research, ...writing, ...judging], isSeen ? 'history' : 'presumed');
}

/** Estimates the missing parts of a comparison. @param lessons number of lessons in each sample */
export async function estimateMissing(
  { casts, judges }: Pick<EvaluationPlan, 'casts' | 'judges'>,
  { samples, verdicts }: Pick<Missing, 'samples' | 'verdicts'>,
  lessons: number,
): Promise<EvaluationEstimate> {
  const seen = await seenTokens();
  const size = { ...PRESUMED, ...seen };
  const read = ({ input, output }: Tokens): Tokens => ({ input: input * lessons, output });
  const writing = samples.flatMap(({ cast, isFromOutline }): Call[] => {
    const { roles } = casts[cast]!;
    return [
      { part: roles.outline, tokens: size.outline, times: isFromOutline ? 1 : 0 },
      { part: roles.lesson, tokens: size.lesson, times: lessons },
      { part: roles.practice, tokens: read(size.practice), times: 1 },
      { part: roles.review, tokens: read(size.review), times: 1 },
    ];
  });
  const judging = judges.map((part): Call => ({ part, tokens: read(size.judgement), times: verdicts / judges.length }));
  const isSeen = Object.keys(PRESUMED).every((purpose) => purpose in seen);
  return estimateOf([...writing, ...judging], isSeen ? 'history' : 'presumed');
}

/** Estimates the judging of existing texts, by their length; stores nothing and calls no service. @throws ProductError validation.failed */
export async function estimateJudging(plan: EvaluationPlan, given: GivenSamples): Promise<EvaluationEstimate> {
  assertSound(plan);
  const { judgement = PRESUMED.judgement } = await seenTokens();
  const inputs = given.flatMap((samples, number) =>
    pairsOf(plan.casts.length).map(([one, other]) => {
      const [first, second] = [samples[one]!, samples[other]!].map(({ lesson, questions }) => judgedText(lesson, questions));
      const { instructions, prompt } = judgePrompt(briefFor(formOf(plan.briefs[number]!, plan.language)), first!, second!, []);
      return Math.ceil(Buffer.byteLength(instructions + prompt) / 4);
    }),
  );
  const calls = plan.judges.flatMap((part) =>
    inputs.map((input): Call => ({ part, tokens: { input, output: judgement.output }, times: 2 })),
  );
  return estimateOf(calls, 'presumed');
}

function estimateOf(calls: readonly Call[], basis: EvaluationEstimate['basis']): EvaluationEstimate {
  const now = new Date();
  const sum = (of: (call: Call) => number) => calls.reduce((all, call) => all + call.times * of(call), 0);
  const use = ({ input, output }: Tokens) => ({ input, output, cacheRead: 0, cacheWrite: 0 });
  const unpriced = calls.filter(({ part, tokens }) => costMicroUsd(part.model, use(tokens), now) === null).map(({ part }) => part.model);
  return {
    calls: Math.round(sum(() => 1)),
    tokens_in: Math.round(sum(({ tokens }) => tokens.input)),
    tokens_out: Math.round(sum(({ tokens }) => tokens.output)),
    micro_usd: Math.round(sum(({ part, tokens }) => presumedMicroUsd(part.model, use(tokens), now))),
    unpriced: [...new Set(unpriced)],
    basis,
  };
}

/** Returns a usual call's tokens by purpose, from the newest calls; purposes with too few are left out. */
async function seenTokens(): Promise<Partial<Record<Purpose, Tokens>>> {
  const rows = await rowsOf<{ purpose: Purpose; input: number; output: number }>(
    database(),
    sql`select purpose, avg(input_tokens)::float8 as input, avg(output_tokens)::float8 as output
          from (select purpose, input_tokens, output_tokens from vendor_call order by started_at desc limit ${NEWEST}) newest
         where purpose = any(${Object.keys(PRESUMED)}::text[]) and input_tokens > 0 and output_tokens > 0
         group by purpose having count(*) >= ${ENOUGH}`,
  );
  return Object.fromEntries(rows.map(({ purpose, input, output }) => [purpose, { input, output }]));
}

const invalid = (path: string, message: string): ProductError =>
  new ProductError('validation.failed', message, { data: { errors: [fieldProblem(path, message)] } });

/** @throws ProductError validation.failed when a service is not connected, or something is named twice */
export function assertSound({ casts, judges }: Pick<EvaluationPlan, 'casts' | 'judges'>): void {
  const parts = [...casts.flatMap(({ roles }) => Object.values(roles)), ...judges];
  const away = parts.find(({ service }) => config().vendors[service].apiKey === '');
  if (away) throw invalid('casts', `${away.service} is not connected.`);
  const isTwice = (list: readonly unknown[]) => new Set(list.map((one) => JSON.stringify(one))).size < list.length;
  if (isTwice(casts.map(({ name }) => name.toLowerCase()))) throw invalid('casts', 'Two configurations have the same name.');
  if (isTwice(casts.map(({ roles }) => roles))) throw invalid('casts', 'Two configurations are identical.');
  if (isTwice(judges)) throw invalid('judges', 'The same model is listed twice as a judge.');
}

/**
 * Checks that no judge has a share in what it judges: a model prefers the style of its family, and has already approved texts that it
 * outlined or checked.
 * @throws ProductError validation.failed
 */
export function assertApart({ casts, judges }: Pick<EvaluationPlan, 'casts' | 'judges'>): void {
  const roles = casts.map((cast) => cast.roles);
  for (const judge of judges) {
    const isKin = (part: Part) => familyOf(part) === familyOf(judge) || part.service === judge.service;
    if (roles.some(({ lesson, practice }) => isKin(lesson) || isKin(practice)))
      throw invalid('judges', 'A judge must not belong to the same model family as a model that writes lessons or questions.');
    if (roles.some(({ outline, review }) => isKin(outline) || isKin(review)))
      throw invalid('judges', 'A judge must not be a model that outlines or checks the lessons.');
  }
}

/** The price that the caller has accepted, in millionths of a dollar; absent: no maximum. */
export interface Agreed {
  readonly acceptedMicroUsd?: number | undefined;
}

/** Tolerated price increase: an estimate changes slightly with calls made in the meantime. */
const SAME_PRICE = 1.1;

/**
 * Rejects an order that costs more than the caller has accepted; in the order's transaction, so that repeating an existing order succeeds.
 * @throws ProductError evaluation.price_changed
 */
export function assertAgreed({ micro_usd: cost }: Pick<EvaluationEstimate, 'micro_usd'>, { acceptedMicroUsd: accepted }: Agreed): void {
  if (accepted !== undefined && cost > accepted * SAME_PRICE)
    throw new ProductError('evaluation.price_changed', 'This would cost more by now than was shown. Nothing was started.');
}

/**
 * Starts a comparison. Audited. With an idempotency key, a repeat returns the same one.
 * @returns the id of its run
 * @throws ProductError validation.failed, evaluation.price_changed, spend.install_cap, idempotency.body_mismatch
 */
export async function startEvaluation(
  plan: EvaluationPlan,
  operator: Operator,
  order: Agreed & { readonly idempotencyKey?: string | undefined } = {},
): Promise<string> {
  const { finds: _shown, ...estimate } = await estimateEvaluation(plan);
  return begin(plan, estimate, { operator, given: null, ...order });
}

/** Starts the judging of existing texts. Audited. @returns id of the comparison @throws like `startEvaluation` */
export async function startJudging(plan: EvaluationPlan, given: GivenSamples, operator: Operator): Promise<string> {
  return begin(plan, await estimateJudging(plan, given), { operator, given });
}

interface Beginning extends Agreed {
  readonly operator: Operator;
  readonly given: GivenSamples | null;
  readonly idempotencyKey?: string | undefined;
}

async function begin(
  plan: EvaluationPlan,
  estimate: EvaluationEstimate,
  { operator, given, idempotencyKey, acceptedMicroUsd }: Beginning,
): Promise<string> {
  const { name, language, briefs, casts, judges } = plan;
  // measuring many texts takes seconds: not in the transaction
  const samples = samplesOf(plan, given);
  const { runId } = await acceptRun({
    kind: EVALUATION_KIND,
    accountId: null,
    request: {
      briefs: briefs.length,
      casts: casts.length,
      judges: judges.length,
      is_given: given !== null,
      additions: 0,
      lessons: plan.lessons_in_a_row ?? 1,
      is_sandbox: answersFromSandbox(),
    } satisfies EvaluationRequest,
    subject: name,
    requestId: operator.requestId,
    senderId: operator.accountId,
    idempotencyKey,
    fingerprint: ['start-evaluation', plan],
    dedupeKey: null,
    begin: async (trx, evaluationId) => {
      assertAgreed(estimate, { acceptedMicroUsd });
      await trx('evaluation').insert({
        run_id: evaluationId,
        name,
        language,
        briefs: JSON.stringify(briefs),
        casts: JSON.stringify(casts),
        judges: JSON.stringify(judges),
        is_given: given !== null,
        estimate: JSON.stringify(estimate),
        created_by: operator.accountId,
      });
      const rows = samples.map((sample) => ({
        id: sampleIdOf(evaluationId, sample.brief, sample.cast_place),
        evaluation_id: evaluationId,
        ...sample,
      }));
      await trx.batchInsert('evaluation_sample', rows, ROWS_AT_ONCE);
      await auditEvaluation(trx, operator, {
        verb: 'start',
        id: evaluationId,
        after: {
          name,
          briefs: briefs.length,
          casts: casts.map((cast) => cast.name),
          estimate_micro_usd: estimate.micro_usd,
          ...(acceptedMicroUsd !== undefined && { accepted_micro_usd: acceptedMicroUsd }),
        },
      });
    },
  });
  return runId;
}

const ROWS_AT_ONCE = 100;

/** Returns the rows of the samples, without ids. */
const samplesOf = ({ briefs, casts, language }: EvaluationPlan, given: GivenSamples | null) =>
  briefs.flatMap((brief, number) =>
    casts.map((_, cast) => {
      const place = { brief: number, cast_place: cast };
      const sample = given?.[number]?.[cast];
      if (!sample) return place;
      const measures = measureSample(sample.lesson, sample.questions, {
        form: formOf(brief, language),
        words: 0,
        passage: brief.passage ?? null,
      });
      return {
        ...place,
        lesson: JSON.stringify(sample.lesson),
        questions: JSON.stringify(sample.questions),
        measures: JSON.stringify(measures),
        problems: measures.faults.length,
      };
    }),
  );
