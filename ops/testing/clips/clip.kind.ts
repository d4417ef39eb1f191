import { continueRun } from '#contract/platform/runs.contract.ts';
import * as z from 'zod';
import type { ErrorCode } from '#contract/platform/errors.ts';
import type { RunKindName } from '#contract/platform/kinds-of-work.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { OWN, WITHHELD } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import type { JobName } from '#queues/registry.ts';
import type { CLIP_JOBS } from './clip.jobs.ts';

// a real kind is listed in contract/platform/kinds-of-work.ts, and its jobs in queues/registry.ts
export const [CLIP, CLIP_BATCH] = ['clip', 'clip-batch'] as unknown as readonly [RunKindName, RunKindName];
const job = (name: keyof typeof CLIP_JOBS) => name as unknown as JobName;

const clipRequest = z.object({ scene: z.string().min(3), seconds: z.int().min(1) });
export type ClipRequest = z.infer<typeof clipRequest>;

const stateOf = (steps: readonly OrderedStep[], key: string) => steps.find((step) => step.key === key)?.state ?? 'cancelled';

/** A run whose step has failed permanently fails with its reason. */
function failedBy(steps: readonly OrderedStep[], stage: string): Order | null {
  const failed = steps.find(({ state }) => state === 'failed');
  return failed ? { add: [], stage, progress: 0, failed: { code: failed.error_code as ErrorCode, tried: failed.tried } } : null;
}

/** Orders `film`, then `cut`. */
function order(_context: unknown, steps: readonly OrderedStep[]): Order {
  const failed = failedBy(steps, 'film');
  if (failed) return failed;
  const key = stateOf(steps, 'film') === 'completed' ? 'cut' : 'film';
  return {
    add: stateOf(steps, key) === 'cancelled' ? [{ job: job(`${key}-clip`), key }] : [],
    stage: key,
    progress: key === 'film' ? 10 : 60,
  };
}

/** A film clip of some seconds, for which a vendor takes minutes. It exists only in tests. */
export const clipKind = defineKind<ClipRequest, null, OrderedStep, { seconds: number }, { seconds: number }>({
  name: CLIP,
  request: clipRequest,
  owner: 'person',
  lane: 'interactive',
  stages: ['film', 'cut'],
  begins: { stage: 'film', progress: 5, message: toSentence('Filming has begun.') },
  price: {
    orderedBy: [continueRun],
    cost: ({ seconds }) => seconds * 40,
    quota: null,
    cause: (about) => toSentence('Clip: {about}', { about }),
  },
  order,
  // its own table with every column once; its runs are already exported
  exported: [
    {
      file: 'clips',
      description: 'Clips you had filmed.',
      table: 'clip',
      condition: OWN,
      columns: ['run_id account_id scene file filmed_at'],
      withheld: { vendor_order: WITHHELD.machine },
      key: { run_id: 'uuid' },
    },
  ],
  again: {
    completed: { nothing: 'The clip is whole.' },
    failed: { retry: 'Steps that failed.' },
    cancelled: { nothing: 'A clip is whole or not there.' },
  },
  details: { sql: sql`jsonb_build_object('seconds', run.request->'seconds')`, toWire: ({ detail }) => detail },
  summary: { sql: sql`jsonb_build_object('seconds', run.request->'seconds')`, toWire: ({ detail }) => detail },
  searchable: sql`run.request->>'scene'`,
});

const batchRequest = z.object({ scenes: z.array(z.string()) });
export type ClipBatch = z.infer<typeof batchRequest>;

/** An operators' batch of clips, which starts them and waits without occupying a worker slot. */
export const clipBatchKind = defineKind<ClipBatch, null>({
  name: CLIP_BATCH,
  request: batchRequest,
  owner: 'installation',
  lane: 'batch',
  stages: ['starting', 'waiting'],
  parkedStages: ['waiting'],
  begins: { stage: 'starting', progress: 0, message: toSentence('The batch has begun.') },
  price: 'free',
  hasChildren: true,
  exported: [],
  again: {
    completed: { nothing: 'All clips have ended.' },
    failed: { retry: 'Steps that failed.' },
    cancelled: { nothing: 'Its clips were stopped with it.' },
  },
  order(_context, steps, children) {
    const failed = failedBy(steps, 'waiting');
    if (failed) return failed;
    if (stateOf(steps, 'start') !== 'completed') {
      return {
        add: stateOf(steps, 'start') === 'cancelled' ? [{ job: job('start-clips'), key: 'start' }] : [],
        stage: 'starting',
        progress: 0,
      };
    }
    const live = children!.queued + children!.running;
    const add = live === 0 && stateOf(steps, 'finish') === 'cancelled' ? [{ job: job('start-clips'), key: 'finish' }] : [];
    return { add, stage: 'waiting', progress: 50 };
  },
});
