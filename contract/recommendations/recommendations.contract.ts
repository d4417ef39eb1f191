import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Default and maximum number of recommendations per request. */
export const RECOMMENDATIONS = { preset: 6, most: 12 } as const;

const text = (max: number) => z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max))));
const titles = z.optional(z.nullable(z.array(z.unknown()).check(z.maxLength(500))));

/** REC-01: the ten fields. The server looks courses up itself and ignores what the caller sends about them. */
export const userContextSchema = z.object({
  user_id: z.optional(identifier),
  saved_courses: titles,
  completed_courses: titles,
  industry_focus: text(100),
  career_level: text(100),
  learning_style: text(100),
  current_knowledge: text(100),
  preferred_duration: text(100),
  preferred_difficulty: text(100),
  age: z.optional(z.nullable(wholeText(5, 120))),
});

/** A recommended course that has not been written yet (REC-03). */
export const recommendationSchema = z.object({
  id: z.string(),
  title: z.string(),
  difficulty: z.enum(FORM_OPTIONS.difficulty),
  duration: z.enum(FORM_OPTIONS.duration),
  /** Null for an unwritten course, which has no ratings. */
  rating: z.nullable(z.number()),
  reason: z.string(),
  learning_goals: z.string(),
  estimated_hours: z.int(),
  ai_components: z.array(z.string()),
  /** 0 to 100, estimated by the recommending service; null for general picks (G41). */
  personalization_score: z.nullable(z.int()),
});
export type Recommendation = z.infer<typeof recommendationSchema>;

const standing = z.object({
  recommendations: z.array(recommendationSchema),
  insights: z.array(z.string()),
  /** When the recommendations were made; null if never. */
  created_at: z.nullable(z.string()),
  /** A running request, or the last request if it failed; null otherwise. */
  run: z.nullable(
    z.object({
      task_id: z.string(),
      status: z.enum(['queued', 'running', 'failed']),
      detail: z.nullable(z.string()),
      /** Our summary of how the AI services failed, if they failed in the same way. */
      reason: z.nullable(z.string()),
    }),
  ),
});
export type RecommendationsStanding = z.infer<typeof standing>;

/** REC-01. Returns 202 if it takes longer than the request timeout. */
export const recommendCourses = defineEndpoint({
  name: 'recommendCourses',
  method: 'POST',
  path: '/api/ai/course-recommendations',
  summary: 'Recommend courses; free, ten times a day.',
  auth: 'user',
  offline: 'network',
  scopes: ['generate'],
  readBy: 'sender',
  body: z.object({
    user_context: z._default(userContextSchema, {}),
    recommendation_count: z._default(z.int().check(z.gte(1), z.lte(RECOMMENDATIONS.most)), RECOMMENDATIONS.preset),
    include_insights: z._default(z.boolean(), true),
    /** Language of the interface, as the course form names languages. */
    language: z._default(z.enum(FORM_OPTIONS.language_preference), 'english'),
  }),
  example: {},
  responses: { 200: standing, 202: standing },
  errors: ['validation.failed', 'access.denied', 'limits.rate', 'spend.user_cap', 'spend.install_cap', 'queue.full', 'vendors.failed'],
  limit: 'recommend',
});

export const getRecommendations = defineEndpoint({
  name: 'getRecommendations',
  method: 'GET',
  path: '/api/ai/course-recommendations',
  summary: "The caller's last recommendations, and whether new ones are being made.",
  auth: 'user',
  scopes: ['generate', 'learn'],
  responses: { 200: standing },
  errors: [],
  limit: 'poll',
});
