import * as z from 'zod';
import { SUBJECT_TYPES } from '#contract/moderation/moderation.contract.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { defineKind, type OrderedStep } from '#domain/platform/runs/run-kind.ts';

const requestSchema = z.object({ type: z.enum(SUBJECT_TYPES), id: z.string(), version: z.int() });
export type JudgementRequest = z.infer<typeof requestSchema>;

export const JUDGEMENT_KIND = 'text-judgement';

/** The second judge was away: it is asked about a text again, for a day. A single step, which takes no place while it waits. */
export const judgementKind = defineKind<JudgementRequest, null, OrderedStep>({
  name: JUDGEMENT_KIND,
  request: requestSchema,
  owner: 'installation',
  lane: 'interactive',
  stages: ['judging'],
  parkedStages: ['judging'],
  begins: { stage: 'judging', progress: 10, message: toSentence('A text is under review.') },
  price: { cost: () => 0, quota: null, cause: () => toSentence('Moderation') },
  order(_context, steps) {
    const step = steps.find(({ key }) => key === 'judge');
    const failed = step?.state === 'failed' ? { code: step.error_code as ErrorCode, tried: step.tried } : null;
    const add = step === undefined || step.state === 'cancelled' ? [{ job: 'judge-text', key: 'judge' }] : [];
    return { add, stage: 'judging', progress: 10, failed };
  },
});
