import * as z from 'zod';
import { SUBJECT_TYPES } from '#contract/moderation/moderation.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { orderOfOne } from '#domain/platform/runs/known-steps.ts';
import { defineKind } from '#domain/platform/runs/run-kind.ts';

const requestSchema = z.object({ type: z.enum(SUBJECT_TYPES), id: z.string(), version: z.int() });
export type JudgementRequest = z.infer<typeof requestSchema>;

export const JUDGEMENT_KIND = 'text-judgement';

/**
 * Retries a text with the second judge, for a day, after the judge was unavailable. A single step, which occupies no place while it waits.
 */
export const judgementKind = defineKind<JudgementRequest, null>({
  name: JUDGEMENT_KIND,
  request: requestSchema,
  owner: 'installation',
  lane: 'interactive',
  stages: ['judging'],
  parkedStages: ['judging'],
  begins: { stage: 'judging', progress: 10, message: toSentence('A text is under review.') },
  price: 'free',
  order: orderOfOne({ job: 'judge-text', key: 'judge' }, { stage: 'judging', progress: 10 }),
  exported: [],
  again: {
    completed: { nothing: 'The text is judged.' },
    failed: { retry: 'Its only call.' },
    cancelled: { nothing: 'Its text was deleted, or a moderator has already decided.' },
  },
});
