import * as z from 'zod/mini';
import { wholeText } from '#contract/platform/numbers.ts';
import {
  BATCH_ACTS,
  BATCH_STATES,
  BATCH_TASKS,
  badRow,
  batchItemDifferences,
  ITEM_STATES,
  judgedResults,
  LESSON_CHOICES,
} from '#contract/operator/batches.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

const share = z.number().check(z.gte(0), z.lte(1));
/** A creator reviews each result before it is live, so findings alone do not pause a batch. */
export const CREATORS_LIMITS = { most_failures: 0.25, most_unclean: 1 } as const;

const plan = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  what: z.enum(BATCH_TASKS),
  instruction: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  into_language: z.optional(z.enum(FORM_OPTIONS.language_preference)),
  /** Ids of the creator's courses as a CSV; default: all. */
  csv: z.optional(z.string().check(z.maxLength(200_000))),
  lessons: z._default(z.enum(LESSON_CHOICES), 'all'),
  include_edited: z._default(z.boolean(), false),
  /** Number of courses processed first, before the batch waits for the creator's check; 0 for none. */
  canary: z._default(z.int().check(z.gte(0), z.lte(100)), 1),
  /** Limits at which it pauses: share of failures, share of results with findings. */
  most_failures: z._default(share, CREATORS_LIMITS.most_failures),
  most_unclean: z._default(share, CREATORS_LIMITS.most_unclean),
});
export type CreatorBatchPlan = z.infer<typeof plan>;

const batch = z.object({
  batch_id: z.string(),
  name: z.string(),
  what: z.enum(BATCH_TASKS),
  into_language: z.nullable(z.string()),
  instruction: z.string(),
  state: z.enum(BATCH_STATES),
  paused_for: z.nullable(z.string()),
  lessons: z.int(),
  /** Number of pinned lessons, which are skipped. */
  pinned: z.int(),
  edited: z.int(),
  /** Hundredths of a token: the maximum total cost, and the amount charged. */
  most_cost: z.int(),
  charged: z.int(),
  limits: z.object({ most_failures: z.number(), most_unclean: z.number() }),
  judged: judgedResults,
  items: z.record(z.enum(ITEM_STATES), z.int()),
  total: z.int(),
  eta_s: z.nullable(z.number()),
  created_at: z.string(),
  acts: z.array(z.enum(BATCH_ACTS)),
});
export type CreatorBatch = z.infer<typeof batch>;

const item = z.object({
  course_id: z.string(),
  title: z.string(),
  lessons: z.int(),
  state: z.enum(ITEM_STATES),
  reason: z.nullable(z.string()),
  similarity: z.nullable(z.number()),
  is_clean: z.nullable(z.boolean()),
});
export type CreatorBatchItem = z.infer<typeof item>;

const params = z.object({ batch_id: z.uuid() });

/** Only plans: starts nothing and charges nothing. */
export const planCreatorBatch = defineEndpoint({
  name: 'planCreatorBatch',
  method: 'POST',
  path: '/api/creator/batches',
  summary: 'Freeze a selection of the caller’s courses and return the maximum cost of their regeneration, in tokens.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  readBy: 'sender',
  body: plan,
  example: { name: 'Mine', what: 'refresh_all' },
  responses: { 200: z.object({ batch, bad_rows: z.array(badRow) }) },
  errors: ['validation.failed', 'batch.nothing_chosen', 'media.not_configured', 'translation.not_configured', 'spend.install_cap'],
  limit: 'make-course',
});

const dryRun = z.object({
  courses: z.int(),
  /** For media: number of pictures. */
  lessons: z.int(),
  pinned: z.int(),
  edited: z.int(),
  /** Hundredths of a token: the maximum total cost, and the creator's balance. */
  most_cost: z.int(),
  available: z.int(),
  /** It cannot start, because the creator's balance does not cover it. */
  over_budget: z.boolean(),
  bad_rows: z.array(badRow),
});
export type CreatorBatchDryRun = z.infer<typeof dryRun>;

export const estimateCreatorBatch = defineEndpoint({
  name: 'estimateCreatorBatch',
  method: 'POST',
  path: '/api/creator/batch-estimates',
  summary: 'Dry run of a batch of the caller’s courses: the maximum cost, in tokens. Nothing is stored.',
  auth: 'user',
  offline: 'never',
  scopes: ['studio'],
  readBy: 'sender',
  body: plan,
  example: { name: 'Mine', what: 'refresh_all' },
  responses: { 200: dryRun },
  errors: ['validation.failed', 'batch.nothing_chosen', 'media.not_configured'],
  limit: 'make-course',
});

export const listCreatorBatches = defineEndpoint({
  name: 'listCreatorBatches',
  method: 'GET',
  path: '/api/creator/batches',
  summary: 'The caller’s newest batches.',
  auth: 'user',
  scopes: ['studio'],
  responses: { 200: z.object({ batches: z.array(batch) }) },
  errors: [],
});

export const readCreatorBatch = defineEndpoint({
  name: 'readCreatorBatch',
  method: 'GET',
  path: '/api/creator/batches/:batch_id',
  summary: 'One of the caller’s batches, and a page of its courses.',
  auth: 'user',
  scopes: ['studio'],
  params,
  query: z.object({ page: z._default(wholeText(0, 10_000), 0) }),
  responses: { 200: z.object({ batch, items: z.array(item) }) },
  errors: ['validation.failed', 'not_found'],
});

export const readCreatorBatchItem = defineEndpoint({
  name: 'readCreatorBatchItem',
  method: 'GET',
  path: '/api/creator/batches/:batch_id/items/:course_id',
  summary: 'The proposals for one course of the caller’s batch, beside its live lessons.',
  auth: 'user',
  scopes: ['studio'],
  params: z.object({ batch_id: z.uuid(), course_id: z.uuid() }),
  responses: { 200: batchItemDifferences },
  errors: ['validation.failed', 'not_found'],
});

/** Audited. Actions that the batch's state does not allow are refused. */
export const actOnCreatorBatch = defineEndpoint({
  name: 'actOnCreatorBatch',
  method: 'POST',
  path: '/api/creator/batches/:batch_id/acts',
  summary:
    'Start, continue, pause, halt, resume or cancel one of the caller’s batches; retry its failures; set the limits at which it pauses; approve, discard or roll back its results.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  readBy: 'no_text',
  params,
  body: z.object({
    act: z.enum(BATCH_ACTS),
    course_ids: z.optional(z.array(z.uuid()).check(z.maxLength(1000))),
    only_clean: z.optional(z.boolean()),
    overwrite: z.optional(z.boolean()),
    /** For `set_limits`: the changed limits. */
    limits: z.optional(z.object({ most_failures: z.optional(share), most_unclean: z.optional(share) })),
  }),
  example: { act: 'cancel' },
  responses: { 200: batch },
  errors: ['validation.failed', 'not_found', 'batch.not_now', 'tokens.insufficient'],
});
