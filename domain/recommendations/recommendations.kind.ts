import * as z from 'zod';
import { recommendCourses } from '#contract/recommendations/recommendations.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { orderOfOne } from '#domain/platform/runs/known-steps.ts';
import { defineKind } from '#domain/platform/runs/run-kind.ts';

const requestSchema = z.object({
  context: z.record(z.string(), z.unknown()),
  count: z.int(),
  insights: z.boolean(),
  language: z.enum(FORM_OPTIONS.language_preference),
});
export type RecommendationsRequest = z.infer<typeof requestSchema>;

export const RECOMMENDATIONS_KIND = 'recommendations';

/** Chooses courses for one learner: a single step, free of charge. */
export const recommendationsKind = defineKind<RecommendationsRequest, null>({
  name: RECOMMENDATIONS_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['choosing'],
  begins: { stage: 'choosing', progress: 10, message: toSentence('Choosing courses.') },
  price: 'free',
  order: orderOfOne({ job: 'recommend-courses', key: 'choose' }, { stage: 'choosing', progress: 10 }),
  exported: [],
  again: {
    completed: { nothing: 'The list is complete.' },
    failed: { retry: 'Its only call.' },
    cancelled: { by: recommendCourses, makes: 'the list with a new call' },
  },
});
