import * as z from 'zod';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { defineKind, type OrderedStep } from '#domain/platform/runs/run-kind.ts';

const requestSchema = z.object({ source: z.string(), target: z.string(), texts: z.array(z.string()) });
export type BulkTextsRequest = z.infer<typeof requestSchema>;

export const BULK_TEXTS_KIND = 'bulk-texts';

/** Translates a user's texts: a single step, free of charge, stored with its run only. */
export const bulkTextsKind = defineKind<BulkTextsRequest, null, OrderedStep>({
  name: BULK_TEXTS_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['translating'],
  begins: { stage: 'translating', progress: 10, message: toSentence('Your texts are being translated.') },
  price: { cost: () => 0, quota: null, cause: () => toSentence('Translation of texts') },
  repeatWindow: '1 hour',
  order(_context, steps) {
    const step = steps.find(({ key }) => key === 'list');
    const failed = step?.state === 'failed' ? { code: step.error_code as ErrorCode, tried: step.tried } : null;
    const add = step === undefined || step.state === 'cancelled' ? [{ job: 'translate-list', key: 'list' }] : [];
    return { add, stage: 'translating', progress: 10, failed };
  },
});
