import * as z from 'zod';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { orderOfOne } from '#domain/platform/runs/known-steps.ts';
import { defineKind } from '#domain/platform/runs/run-kind.ts';

const requestSchema = z.object({ source: z.string(), target: z.string(), texts: z.array(z.string()) });
export type BulkTextsRequest = z.infer<typeof requestSchema>;

export const BULK_TEXTS_KIND = 'bulk-texts';

/** Translates a user's texts in a single step, free of charge; the result is stored only with its run. */
export const bulkTextsKind = defineKind<BulkTextsRequest, null>({
  name: BULK_TEXTS_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['translating'],
  begins: { stage: 'translating', progress: 10, message: toSentence('Your texts are being translated.') },
  price: 'free',
  repeatWindow: '1 hour',
  order: orderOfOne({ job: 'translate-list', key: 'list' }, { stage: 'translating', progress: 10 }),
  exported: [],
  again: {
    completed: { nothing: 'Either all texts are translated or the run fails.' },
    failed: { retry: 'Its only call, which is free.' },
    cancelled: { nothing: 'Its only call is free.' },
  },
});
