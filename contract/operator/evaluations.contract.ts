import * as z from 'zod/mini';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { INT4_MOST, wholeText } from '#contract/platform/numbers.ts';
import { RUN_STATUSES, SERVICES } from '#contract/platform/status.contract.ts';
import { CAST_ROLES, EVALUATION_LIMITS, VERDICTS, part, cast, brief, plan, estimate, power, priced } from './evaluation-plan.contract.ts';
import { evaluationExample } from './evaluation-example.ts';

const summary = z.object({
  evaluation_id: z.string(),
  name: z.string(),
  status: z.enum(RUN_STATUSES),
  progress: z.int(),
  language: z.enum(FORM_OPTIONS.language_preference),
  briefs: z.int(),
  lessons_in_a_row: z.int(),
  casts: z.array(cast),
  judges: z.array(part),
  /** The lessons were supplied, not written for the comparison. */
  is_given: z.boolean(),
  estimate,
  finds: power,
  /** The sandbox's services answered, whose judge compares words: the verdicts say nothing about models. */
  is_sandbox: z.boolean(),
  /** How often briefs were added after a result: each look at a result reduces its certainty. */
  additions: z.int(),
  calls: z.int(),
  /** Cost reported by services, in millionths of a US dollar, without calls of unknown price. */
  spent_micro_usd: z.int(),
  unpriced_calls: z.int(),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Index of the cast that was made the default; null if none was. */
  applied_cast: z.nullable(z.int()),
});
export type Evaluation = z.infer<typeof summary>;

const standing = z.object({
  written: z.int(),
  failed: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /** Wins plus half of the ties, as a share of all pairs that count, 0 to 1; null without such pairs. */
  score: z.nullable(z.number()),
  /** Averages over the cast's lessons, down to `micro_usd`; null if no lesson has the figure. */
  problems: z.nullable(z.number()),
  /** Share of lessons that were corrected after their check, 0 to 1. */
  corrected: z.nullable(z.number()),
  words: z.nullable(z.number()),
  /** LIX. */
  reading_level: z.nullable(z.number()),
  seconds: z.nullable(z.number()),
  micro_usd: z.nullable(z.number()),
  citations: z.object({ held: z.int(), all: z.int() }),
  questions: z.object({ sound: z.int(), all: z.int() }),
  /** The checks' findings, each with its number of lessons. */
  found: z.array(z.object({ fault: z.string(), lessons: z.int() })),
});
export type Standing = z.infer<typeof standing>;

const judgeFigures = z.object({
  /** The model's name, or `people`. */
  name: z.string(),
  is_person: z.boolean(),
  verdicts: z.int(),
  first: z.int(),
  second: z.int(),
  ties: z.int(),
  /** Share of pairs with the same verdict in both orders, 0 to 1; null if no pair was judged in both. */
  steady: z.nullable(z.number()),
  /** The judge prefers this position beyond chance, so its verdicts do not count. */
  prefers: z.nullable(z.enum(['first', 'second'])),
});
export type JudgeFigures = z.infer<typeof judgeFigures>;

const agreement = z.object({
  one: z.string(),
  other: z.string(),
  pairs: z.int(),
  /** Share of pairs with the same verdict, 0 to 1. */
  equal: z.number(),
  /** Cohen's kappa; null if chance alone explains every verdict. */
  kappa: z.nullable(z.number()),
});

/** The result between two casts, in numbers of briefs. */
const duel = z.object({
  one: z.int(),
  other: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /** The exact 95 % confidence interval (Clopper and Pearson) of the true share of wins of `one`, 0 to 1; null if no brief is decided. */
  interval: z.nullable(z.object({ low: z.number(), high: z.number() })),
});
export type Duel = z.infer<typeof duel>;

const outcome = z.object({ one: z.int(), other: z.int(), winner: z.nullable(z.int()), judges: z.int() });

/** Lessons and verdicts that a completed comparison lacks because calls failed, and the cost of making them. */
const missingParts = z.object({ lessons: z.int(), verdicts: z.int(), estimate });
export type MissingParts = z.infer<typeof missingParts>;

const report = z.object({
  evaluation: summary,
  /** Null if nothing is missing, or the comparison is still running. */
  missing: z.nullable(missingParts),
  standings: z.array(standing),
  judges: z.array(judgeFigures),
  agreement: z.array(agreement),
  /** Index of the cast that is better than every other beyond chance; null if none is. */
  winner: z.nullable(z.int()),
  /** One entry for each two casts. */
  duels: z.array(duel),
  by_brief: z.array(z.object({ topic: z.string(), difficulty: z.string(), outcomes: z.array(outcome), missing: z.array(z.int()) })),
  /** Number of pairs that the caller has not judged yet. */
  left_to_judge: z.int(),
});
export type EvaluationReport = z.infer<typeof report>;

/** The parts of a lesson that models and people both judge, so that their verdicts can be compared. */
const lessonText = z.object({
  title: z.string(),
  content: z.string(),
  key_takeaways: z.array(z.string()),
  citations: z.array(z.object({ marker: z.int(), quote: z.string() })),
  exercises: z.array(z.object({ title: z.string(), instructions: z.string() })),
  questions: z.array(
    z.object({
      kind: z.string(),
      question: z.string(),
      options: z.array(z.string()),
      right_options: z.array(z.string()),
      explanation: z.string(),
      rubric: z.array(z.string()),
      /** Feedback by option; empty where an option has none. */
      feedback: z.array(z.string()),
    }),
  ),
});
export type LessonText = z.infer<typeof lessonText>;

const ERRORS = ['validation.failed', 'access.denied'] as const;
/** Room for fifty briefs with a passage each, in any script. */
const PLAN_BYTES = 250_000;
/** The displayed estimate: if the cost is higher, the order is refused with `evaluation.price_changed`. Absent to accept any cost. */
const accepted = { accepted_micro_usd: z.optional(z.int().check(z.gte(0), z.lte(2_000_000_000))) };
const params = z.object({ evaluation_id: z.string().check(z.maxLength(80)) });

export const estimateEvaluation = defineEndpoint({
  name: 'estimateEvaluation',
  method: 'POST',
  path: '/api/operator/evaluation-estimates',
  summary: 'The price of a comparison of models. Nothing is stored.',
  auth: 'operator',
  scopes: ['operate:read'],
  bodyBytes: PLAN_BYTES,
  body: plan,
  example: evaluationExample(),
  responses: { 200: priced },
  errors: [...ERRORS],
});

export const startEvaluation = defineEndpoint({
  name: 'startEvaluation',
  method: 'POST',
  path: '/api/operator/evaluations',
  summary: 'Have the same lessons written by two or more casts of services, and compared by judges. Audited.',
  auth: 'operator',
  personOnly: 'payment',
  headers: ['Idempotency-Key'],
  bodyBytes: PLAN_BYTES,
  body: z.object({ ...plan.shape, ...accepted }),
  example: evaluationExample(),
  responses: { 200: summary },
  errors: [...ERRORS, 'evaluation.price_changed', 'spend.install_cap', 'idempotency.body_mismatch'],
});

const addition = z.object({
  /** The current number of briefs in the comparison, so that repeating the call adds none. */
  after: z.int().check(z.gte(0), z.lte(EVALUATION_LIMITS.briefs.most)),
  briefs: z.array(brief).check(z.minLength(1), z.maxLength(EVALUATION_LIMITS.briefs.most)),
});
export type BriefAddition = z.infer<typeof addition>;

export const estimateMoreBriefs = defineEndpoint({
  name: 'estimateMoreBriefs',
  method: 'POST',
  path: '/api/operator/evaluations/:evaluation_id/addition-estimates',
  summary: 'The price of further briefs of a comparison, and the smallest difference that all briefs together can show. Nothing is stored.',
  auth: 'operator',
  scopes: ['operate:read'],
  params,
  bodyBytes: PLAN_BYTES,
  body: addition,
  example: { after: 5, briefs: [{ topic: 'Bees', difficulty: 'beginner' }] },
  responses: { 200: priced },
  errors: [...ERRORS, 'not_found', 'evaluation.unfinished'],
});

export const addBriefs = defineEndpoint({
  name: 'addBriefs',
  method: 'POST',
  path: '/api/operator/evaluations/:evaluation_id/additions',
  summary: 'Continue a completed comparison with more briefs, with the same casts and judges; the result covers all briefs. Audited.',
  auth: 'operator',
  personOnly: 'payment',
  params,
  bodyBytes: PLAN_BYTES,
  body: z.object({ ...addition.shape, ...accepted }),
  example: { after: 5, briefs: [{ topic: 'Bees', difficulty: 'beginner' }] },
  responses: { 200: summary },
  errors: [...ERRORS, 'not_found', 'evaluation.unfinished', 'evaluation.price_changed', 'spend.install_cap'],
});

const defaultCast = z.array(z.object({ role: z.enum(CAST_ROLES), service: z.enum(SERVICES), model: z.nullable(z.string()) }));

export const listEvaluations = defineEndpoint({
  name: 'listEvaluations',
  method: 'GET',
  path: '/api/operator/evaluations',
  summary: 'Comparisons of models, newest first, and the services that currently have the roles of a course.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: {
    200: z.object({
      evaluations: z.array(summary),
      /** The new default cast; roles without an entry use the built-in order. */
      default_cast: defaultCast,
      /** Services that can be called, with their models. */
      services: z.array(part),
      /** They belong to the sandbox. */
      is_sandbox: z.boolean(),
    }),
  },
  errors: ['access.denied'],
});

export const readEvaluation = defineEndpoint({
  name: 'readEvaluation',
  method: 'GET',
  path: '/api/operator/evaluations/:evaluation_id',
  summary: 'A comparison: the counts of each cast, the verdicts, and the agreement between judges.',
  auth: 'operator',
  scopes: ['operate:read'],
  params,
  responses: { 200: report },
  errors: ['access.denied', 'not_found'],
});

export const readEvaluatedBrief = defineEndpoint({
  name: 'readEvaluatedBrief',
  method: 'GET',
  path: '/api/operator/evaluations/:evaluation_id/briefs/:number',
  summary: 'The lessons of one brief side by side, with the judges’ reasons.',
  auth: 'operator',
  scopes: ['operate:read'],
  params: z.object({ ...params.shape, number: wholeText(0, INT4_MOST) }),
  responses: {
    200: z.object({
      brief,
      lessons: z.array(
        z.object({
          cast: z.int(),
          /** Null if the lesson could not be written, or is not written yet. */
          text: z.nullable(lessonText),
          faults: z.array(z.string()),
          words: z.nullable(z.int()),
          reading_level: z.nullable(z.number()),
          micro_usd: z.nullable(z.int()),
        }),
      ),
      verdicts: z.array(z.object({ judge: z.string(), first: z.int(), second: z.int(), verdict: z.enum(VERDICTS), reasons: z.string() })),
    }),
  },
  errors: [...ERRORS, 'not_found'],
});

const blind = z.object({ lesson_id: z.string(), text: lessonText });

export const readBlindPair = defineEndpoint({
  name: 'readBlindPair',
  method: 'GET',
  path: '/api/operator/evaluations/:evaluation_id/pair',
  summary: 'Two lessons on the same brief that the caller has not judged, without their authors; null if all are judged.',
  auth: 'operator',
  personOnly: 'own_word',
  params,
  responses: {
    200: z.object({ pair: z.nullable(z.object({ topic: z.string(), first: blind, second: blind })), left: z.int() }),
  },
  errors: ['access.denied', 'not_found'],
});

export const judgePair = defineEndpoint({
  name: 'judgePair',
  method: 'POST',
  path: '/api/operator/evaluations/:evaluation_id/verdicts',
  summary:
    'Judge which of two lessons is better; the response reveals their authors. A person’s first verdict on a pair is final. Audited.',
  auth: 'operator',
  personOnly: 'own_word',
  params,
  body: z.object({ first_id: z.uuid(), second_id: z.uuid(), verdict: z.enum(VERDICTS) }),
  example: { first_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a21', second_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a22', verdict: 'first' },
  responses: { 200: z.object({ first: z.string(), second: z.string(), verdict: z.enum(VERDICTS), left: z.int() }) },
  errors: [...ERRORS, 'not_found'],
});

export const EVALUATION_ACTS = ['cancel', 'make_default', 'write_missing'] as const;

export const actOnEvaluation = defineEndpoint({
  name: 'actOnEvaluation',
  method: 'POST',
  path: '/api/operator/evaluations/:evaluation_id/acts',
  summary:
    'Cancel a comparison, complete the missing parts of a completed one, or make one of its casts the default for all future courses. Audited.',
  auth: 'operator',
  personOnly: 'payment',
  params,
  body: z.object({
    act: z.enum(EVALUATION_ACTS),
    /** For `make_default`: the index of the cast. */
    cast: z.optional(z.int().check(z.gte(0), z.lt(EVALUATION_LIMITS.casts.most))),
    // for `write_missing`
    ...accepted,
  }),
  example: { act: 'make_default', cast: 0 },
  responses: { 200: summary },
  errors: [
    ...ERRORS,
    'not_found',
    'run.ended',
    'evaluation.unfinished',
    'evaluation.complete',
    'evaluation.price_changed',
    'spend.install_cap',
  ],
});

export const forgetDefaultCast = defineEndpoint({
  name: 'forgetDefaultCast',
  method: 'DELETE',
  path: '/api/operator/default-cast',
  summary: 'Restore the built-in assignment of services to the roles of a course. Audited.',
  auth: 'operator',
  personOnly: 'payment',
  responses: { 200: z.object({ default_cast: defaultCast }) },
  errors: ['access.denied'],
});
