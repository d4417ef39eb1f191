import * as z from 'zod/mini';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';

/** The roles that services have in a course: each has one in a cast. */
export const CAST_ROLES = ['outline', 'lesson', 'practice', 'review'] as const;
export type CastRole = (typeof CAST_ROLES)[number];

export const EVALUATION_LIMITS = {
  briefs: { least: 5, most: 50, usual: 32 },
  casts: { least: 2, most: 4 },
  judges: 2,
  inARow: 3,
  name: 60,
  topic: 200,
  passage: 1_000,
  model: 120,
} as const;

/** `first` and `second`: of the two lessons as the judge got them. */
export const VERDICTS = ['first', 'second', 'tie'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const part = z.object({ service: z.enum(SERVICES), model: z.string().check(z.minLength(1), z.maxLength(EVALUATION_LIMITS.model)) });
/** A service, and which of its models. */
export type Part = z.infer<typeof part>;

export const cast = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(EVALUATION_LIMITS.name)),
  roles: z.object({ outline: part, lesson: part, practice: part, review: part }),
});
/** Which service and model has each role. */
export type Cast = z.infer<typeof cast>;

export const brief = z.object({
  topic: z.string().check(z.trim(), z.minLength(1), z.maxLength(EVALUATION_LIMITS.topic)),
  difficulty: z.enum(FORM_OPTIONS.difficulty),
  /** A text that the lesson is to be written from, and to cite; absent: it is written from what the model knows. */
  passage: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(EVALUATION_LIMITS.passage))),
});
/** What one lesson is asked for by. */
export type Brief = z.infer<typeof brief>;

export const plan = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(EVALUATION_LIMITS.name)),
  language: z._default(z.enum(FORM_OPTIONS.language_preference), 'english'),
  briefs: z.array(brief).check(z.minLength(EVALUATION_LIMITS.briefs.least), z.maxLength(EVALUATION_LIMITS.briefs.most)),
  casts: z.array(cast).check(z.minLength(EVALUATION_LIMITS.casts.least), z.maxLength(EVALUATION_LIMITS.casts.most)),
  /** Who compares each pair of lessons, in both orders; none is of the family of a writer, and none drafts or reviews. */
  judges: z.array(part).check(z.minLength(1), z.maxLength(EVALUATION_LIMITS.judges)),
  /** How many lessons of its outline are written on each brief: one cannot show repetition. Absent: one. */
  lessons_in_a_row: z.optional(z.int().check(z.gte(1), z.lte(EVALUATION_LIMITS.inARow))),
});
export type EvaluationPlan = z.infer<typeof plan>;

export const estimate = z.object({
  calls: z.int(),
  tokens_in: z.int(),
  tokens_out: z.int(),
  /** Millionths of a US dollar, by today's prices. A model of unknown price counts as the dearest that is known. */
  micro_usd: z.int(),
  /** Models whose price is unknown. */
  unpriced: z.array(z.string()),
  /** `history`: the tokens are those of calls of the same purpose here; `presumed`: there have been too few. */
  basis: z.enum(['history', 'presumed']),
});
export const power = z.object({
  /** How many of the briefs one of two casts has to win to be named the better one; null: not even all would do. */
  wins_needed: z.nullable(z.int()),
  /** The smallest true share of wins, of briefs that are not even, that four of five comparisons of so many briefs would find; null: none. */
  smallest_share: z.nullable(z.number()),
});
/** What a number of briefs can find, at a chance below 5 % (exact binomial test of two sides). */
export type EvaluationPower = z.infer<typeof power>;
export const priced = z.object({ ...estimate.shape, finds: power });
export type PricedEvaluation = z.infer<typeof priced>;
export type EvaluationEstimate = z.infer<typeof estimate>;
