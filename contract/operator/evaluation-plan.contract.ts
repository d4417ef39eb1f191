import * as z from 'zod/mini';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';

/** The roles of services in a course; a cast assigns a service to each. */
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

/** `first` and `second` refer to the order in which the judge got the two lessons. */
export const VERDICTS = ['first', 'second', 'tie'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const part = z.object({ service: z.enum(SERVICES), model: z.string().check(z.minLength(1), z.maxLength(EVALUATION_LIMITS.model)) });
/** A service and one of its models. */
export type Part = z.infer<typeof part>;

export const cast = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(EVALUATION_LIMITS.name)),
  roles: z.object({ outline: part, lesson: part, practice: part, review: part }),
});
/** The service and model for each role. */
export type Cast = z.infer<typeof cast>;

export const brief = z.object({
  topic: z.string().check(z.trim(), z.minLength(1), z.maxLength(EVALUATION_LIMITS.topic)),
  difficulty: z.enum(FORM_OPTIONS.difficulty),
  /** A source text for the lesson to use and cite; without it, the lesson is written from the model's knowledge. */
  passage: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(EVALUATION_LIMITS.passage))),
});
/** The request for one lesson. */
export type Brief = z.infer<typeof brief>;

export const plan = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(EVALUATION_LIMITS.name)),
  language: z._default(z.enum(FORM_OPTIONS.language_preference), 'english'),
  briefs: z.array(brief).check(z.minLength(EVALUATION_LIMITS.briefs.least), z.maxLength(EVALUATION_LIMITS.briefs.most)),
  casts: z.array(cast).check(z.minLength(EVALUATION_LIMITS.casts.least), z.maxLength(EVALUATION_LIMITS.casts.most)),
  /**
   * The judges, who compare each pair of lessons in both orders; none belongs to the model family of a writer, and none drafts or checks.
   */
  judges: z.array(part).check(z.minLength(1), z.maxLength(EVALUATION_LIMITS.judges)),
  /** The number of lessons written per brief, so that repetition becomes visible. Default: one. */
  lessons_in_a_row: z.optional(z.int().check(z.gte(1), z.lte(EVALUATION_LIMITS.inARow))),
});
export type EvaluationPlan = z.infer<typeof plan>;

export const estimate = z.object({
  calls: z.int(),
  tokens_in: z.int(),
  tokens_out: z.int(),
  /** Millionths of a US dollar, at today's prices. A model of unknown price is estimated at the highest known price. */
  micro_usd: z.int(),
  /** Models whose price is unknown. */
  unpriced: z.array(z.string()),
  /** `history`: from the tokens of earlier calls of the same purpose; `presumed`: from assumptions, because there were too few calls. */
  basis: z.enum(['history', 'presumed']),
});
export const power = z.object({
  /** The number of briefs that one of two casts must win to be named better; null if even all would not suffice. */
  wins_needed: z.nullable(z.int()),
  /**
   * The smallest true share of wins, of briefs that are not ties, which four of five comparisons of this size would detect; null if none.
   */
  smallest_share: z.nullable(z.number()),
});
/** The difference that a number of briefs can show, at a significance of 5 % (exact two-sided binomial test). */
export type EvaluationPower = z.infer<typeof power>;
export const priced = z.object({ ...estimate.shape, finds: power });
export type PricedEvaluation = z.infer<typeof priced>;
export type EvaluationEstimate = z.infer<typeof estimate>;
