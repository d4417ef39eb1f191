import * as z from 'zod/mini';
import { moment } from '#contract/platform/bounded.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { BatchTask } from '#contract/platform/kinds-of-work.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

interface BatchTraits {
  /**
   * Its units are lessons: pinned and edited lessons may be left out, and vendors' batch services can write them. Otherwise the units are
   * the outputs of its kind of work.
   */
  readonly ofLessons: boolean;
  /** Whether the plan chooses among the lessons. */
  readonly choosesLessons: boolean;
  /** Whether services get an instruction. Without one nothing is overwritten, and edited lessons need no consent. */
  readonly instruction: 'required' | 'optional' | 'none';
  /** It needs a target language. */
  readonly intoLanguage: boolean;
  /** It overwrites texts, so each result waits for a decision. Results that overwrite nothing are live at once. */
  readonly isDecided: boolean;
}
const MADE_BESIDE = { ofLessons: false, choosesLessons: false, instruction: 'none', intoLanguage: false, isDecided: false } as const;
const REWRITTEN = { ofLessons: true, choosesLessons: true, instruction: 'optional', intoLanguage: false, isDecided: true } as const;

/** The actions of batches. Each belongs to the row of a kind of work (`batches`), and an action without traits does not compile. */
export const BATCH_TRAITS: Readonly<Record<BatchTask, BatchTraits>> = {
  refresh_all: { ...REWRITTEN, choosesLessons: false },
  refresh_matching: REWRITTEN,
  fix: { ...REWRITTEN, instruction: 'required' },
  missing_practice: { ...MADE_BESIDE, ofLessons: true },
  media: MADE_BESIDE,
  simulation: MADE_BESIDE,
  translation: { ...MADE_BESIDE, ofLessons: true, choosesLessons: true, intoLanguage: true },
};
export const BATCH_TASKS = Object.keys(BATCH_TRAITS) as [BatchTask, ...BatchTask[]];
export type { BatchTask };
/** Which lessons of a course to choose. */
export const LESSON_CHOICES = ['all', 'unreviewed', 'old_model', 'without_practice'] as const;
export const QUALITY_LEVELS = ['high', 'standard', 'partial'] as const;

/** Maximum length of a CSV: room for as many courses as a batch can have, with their titles beside the ids. The ids are ASCII. */
export const CSV_CHARACTERS = 2_000_000;

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** Which courses to choose, and which of their lessons. Copies of other users' courses and pinned lessons are always left out. */
const selection = z.object({
  /** Course ids as a CSV: a column `course_id`, or else the first column. If absent, the other filters apply. */
  csv: z.optional(z.string().check(z.maxLength(CSV_CHARACTERS))),
  /** The owner, by id or by email address. */
  owner_id: z.optional(z.uuid()),
  owner_email: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))),
  /** Words of the request, the title or a lesson's title, in any order. */
  topic: z.optional(words),
  /** Words of the title, in any order. */
  title: z.optional(words),
  language: z.optional(z.string().check(z.maxLength(40))),
  quality_level: z.optional(z.enum(QUALITY_LEVELS)),
  /** Live versions created before this ISO time. */
  older_than: z.optional(moment),
  lessons: z._default(z.enum(LESSON_CHOICES), 'all'),
  /** Also lessons edited by their owner: only with this explicit consent. */
  include_edited: z._default(z.boolean(), false),
});
export type BatchSelection = z.infer<typeof selection>;

const share = z.number().check(z.gte(0), z.lte(1));
/** Maximum for the limit on cost, as a multiple of the expected cost. */
export const MOST_COST_DRIFT = 20;
const drift = z.number().check(z.gte(1), z.lte(MOST_COST_DRIFT));
/** Limits at which a batch pauses: share of failures, cost as a multiple of the estimate, share of results with findings. */
export type BatchLimits = { most_failures: number; most_cost_drift: number; most_unclean: number };
const hour = z.int().check(z.gte(0), z.lte(23));

export const USUAL_LIMITS: BatchLimits = { most_failures: 0.1, most_cost_drift: 1.5, most_unclean: 0.5 };

export const batchPlan = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  what: z.enum(BATCH_TASKS),
  /** The requested change, as an instruction for the AI services; required for `fix one thing`. */
  instruction: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  /** Target language of a translation. Lessons with a current translation are skipped. */
  into_language: z.optional(z.enum(FORM_OPTIONS.language_preference)),
  selection,
  /** Use the vendors' batch services where they exist: cheaper, but each stage can take a day. Only for work done lesson by lesson. */
  by_vendor_batch: z._default(z.boolean(), false),
  /** Number of courses processed concurrently; with the vendors' batch services, as many as the budget allows. */
  at_once: z._default(z.int().check(z.gte(1), z.lte(100)), 5),
  /** Number of courses processed first, before the batch waits for an operator's check; 0 for none. */
  canary: z._default(z.int().check(z.gte(0), z.lte(100)), 3),
  /** Limits at which the batch pauses: share of failures, cost as a multiple of the estimate, share of results with findings. */
  most_failures: z._default(share, USUAL_LIMITS.most_failures),
  most_cost_drift: z._default(drift, USUAL_LIMITS.most_cost_drift),
  most_unclean: z._default(share, USUAL_LIMITS.most_unclean),
  /** US cents. */
  budget_cents: z.int().check(z.gte(1), z.lte(10_000_000)),
  /** Process courses only between these hours, UTC. */
  from_hour: z.optional(hour),
  until_hour: z.optional(hour),
});
export type BatchPlan = z.infer<typeof batchPlan>;

const money = z.object({ low: z.number(), expected: z.number(), worst: z.number() });
export const batchEstimate = z.object({
  courses: z.int(),
  /** Number of units: lessons, pictures and so on. */
  lessons: z.int(),
  /** Number of skipped items: pinned or edited lessons, and CSV rows without a course that can be rewritten. */
  pinned: z.int(),
  edited: z.int(),
  /** Courses left out because their owners exclude them from operators' batches; absent if none are. */
  opted_out: z.optional(z.int()),
  tokens_in: z.int(),
  tokens_out: z.int(),
  micro_usd: money,
  /** `history`: estimated from the most recent lessons; `presumed`: from assumptions, because there are too few lessons. */
  basis: z.enum(['history', 'presumed']),
  finish_s: z.number(),
  /** The expected cost without the vendors' batch services, in micro-dollars; only if they are used. */
  ordinary_micro_usd: z.optional(z.number()),
  /** For a creator's batch: maximum total cost in hundredths of a token. */
  most_cost: z.optional(z.int()),
});
export type BatchEstimate = z.infer<typeof batchEstimate>;

export const ITEM_STATES = [
  'pending',
  'leased',
  'running',
  'ready',
  'approving',
  'approved',
  'discarding',
  'discarded',
  'rolling_back',
  'rolled_back',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** `deciding`: everything is written, and results or failures wait for a decision; the run lasts until all are decided. */
export const BATCH_STATES = ['planned', 'canary', 'review', 'running', 'paused', 'deciding', 'done', 'cancelled'] as const;

/** The results to which the batch's limits apply: those since an operator last reviewed and continued it. */
export const judgedResults = z.object({
  results: z.int(),
  failed: z.int(),
  unclean: z.int(),
  /** When an operator last did; null if the limits apply to all results. */
  since: z.nullable(z.string()),
});

const batch = z.object({
  batch_id: z.string(),
  name: z.string(),
  what: z.enum(BATCH_TASKS),
  into_language: z.nullable(z.string()),
  instruction: z.string(),
  state: z.enum(BATCH_STATES),
  paused_for: z.nullable(z.string()),
  at_once: z.int(),
  by_vendor_batch: z.boolean(),
  canary: z.int(),
  budget_micro_usd: z.number(),
  spent_micro_usd: z.number(),
  /** Maximum total cost of the running courses. */
  reserved_micro_usd: z.number(),
  /** The planned batch cannot start until its budget is raised, because the budget is below the expected cost. */
  over_budget: z.boolean(),
  limits: z.object({ most_failures: z.number(), most_cost_drift: z.number(), most_unclean: z.number() }),
  judged: z.extend(judgedResults, {
    /** The actual cost as a multiple of the expected cost; null before the first result. */
    cost_drift: z.nullable(z.number()),
  }),
  estimate: batchEstimate,
  items: z.record(z.enum(ITEM_STATES), z.int()),
  total: z.int(),
  /** The applied results: number of courses and of their units. */
  live: z.object({ courses: z.int(), units: z.int() }),
  /** At the current pace; null before the first result, and when nothing remains. */
  eta_s: z.nullable(z.number()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  acts: z.array(z.string()),
  /** The creator who owns the batch and pays for it in tokens; null if it is the installation's. */
  creator_id: z.nullable(z.string()),
});
export type Batch = z.infer<typeof batch>;

export const badRow = z.object({
  line: z.int(),
  text: z.string(),
  problem: z.enum(['not_an_id', 'twice', 'no_such_course', 'not_regenerable']),
});
export type BadRow = z.infer<typeof badRow>;

const answer = { 200: batch } as const;
const params = z.object({ batch_id: z.uuid() });

/** Only plans: starts nothing and calls no service. Audited. Repeating the id creates no second batch. */
export const planBatch = defineEndpoint({
  name: 'planBatch',
  method: 'POST',
  path: '/api/operator/batches',
  summary: 'Freeze a selection of courses and estimate their regeneration: count, tokens, money, finish time.',
  auth: 'operator',
  scopes: ['operate'],
  bodyBytes: CSV_CHARACTERS + 50_000,
  body: batchPlan,
  example: { name: 'All', what: 'refresh_all', selection: { owner_email: 'ada@example.com' }, budget_cents: 2000 },
  responses: { 200: z.object({ batch, bad_rows: z.array(badRow) }) },
  errors: [
    'validation.failed',
    'access.denied',
    'batch.nothing_chosen',
    'media.not_configured',
    'translation.not_configured',
    'spend.install_cap',
  ],
});

export const listBatches = defineEndpoint({
  name: 'listBatches',
  method: 'GET',
  path: '/api/operator/batches',
  summary: 'The newest batches.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: {
    200: z.object({
      batches: z.array(batch),
      /** Services whose vendor batch service can be used here. */
      vendor_batch_services: z.array(z.enum(SERVICES)),
    }),
  },
  errors: ['access.denied'],
});

const item = z.object({
  course_id: z.string(),
  title: z.string(),
  owner_email: z.string(),
  /** Number of units: lessons, pictures and so on. */
  lessons: z.int(),
  state: z.enum(ITEM_STATES),
  reason: z.nullable(z.string()),
  attempt: z.int(),
  child_id: z.nullable(z.string()),
  similarity: z.nullable(z.number()),
  is_clean: z.nullable(z.boolean()),
  expected_micro_usd: z.number(),
  cost_micro_usd: z.number(),
  published_version: z.nullable(z.int()),
});
export type BatchItem = z.infer<typeof item>;

/** A batch's calls at the vendors' batch services. */
const atVendors = z.object({
  /** Calls waiting to be sent together. */
  gathering: z.int(),
  gathering_since: z.nullable(z.string()),
  vendor_batches: z.array(
    z.object({
      id: z.string(),
      service: z.enum(SERVICES),
      /** Null until the vendor has accepted the calls. */
      vendor_id: z.nullable(z.string()),
      state: z.enum(['submitting', 'submitted', 'ended', 'failed']),
      is_cancelled: z.boolean(),
      /** The vendor's name for the state. */
      vendor_state: z.nullable(z.string()),
      calls: z.int(),
      answered: z.int(),
      failed: z.int(),
      /** Why the calls could not be sent or checked. */
      problem: z.nullable(z.string()),
      created_at: z.string(),
      submitted_at: z.nullable(z.string()),
      looked_at: z.nullable(z.string()),
      ended_at: z.nullable(z.string()),
    }),
  ),
});
export type AtVendors = z.infer<typeof atVendors>;

export const readBatch = defineEndpoint({
  name: 'readBatch',
  method: 'GET',
  path: '/api/operator/batches/:batch_id',
  summary: 'A batch, and a page of its items.',
  auth: 'operator',
  scopes: ['operate:read'],
  params,
  query: z.object({
    state: z.optional(z.enum(ITEM_STATES)),
    page: z._default(wholeText(0, 10_000), 0),
  }),
  responses: { 200: z.object({ batch, items: z.array(item), at_vendors: z.nullable(atVendors) }) },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

/** Proposed changes of a course, each lesson beside the live one. */
export const batchItemDifferences = z.object({
  lessons: z.array(
    z.object({
      lesson_id: z.string(),
      title: z.string(),
      live: z.nullable(z.string()),
      proposed: z.string(),
      similarity: z.number(),
      notes: z.array(z.string()),
      is_reviewed: z.boolean(),
    }),
  ),
});

export const readBatchItem = defineEndpoint({
  name: 'readBatchItem',
  method: 'GET',
  path: '/api/operator/batches/:batch_id/items/:course_id',
  summary: 'The proposals for one course of a batch beside its live lessons, or its applied changes.',
  auth: 'operator',
  scopes: ['operate:read'],
  params: z.object({ batch_id: z.uuid(), course_id: z.uuid() }),
  responses: { 200: batchItemDifferences },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

export const BATCH_ACTS = [
  'start',
  'continue',
  'pause',
  'halt',
  'resume',
  'cancel',
  'retry_failed',
  'set_limits',
  'approve',
  'discard',
  'rollback',
] as const;
export type BatchAct = (typeof BATCH_ACTS)[number];

/**
 * Audited. Actions that the batch's state does not allow are refused. A pause lets running calls finish, because they are paid for; `halt`
 * aborts them. Resuming and continuing confirm that the results were reviewed: the batch's limits then apply only to later results.
 */
export const actOnBatch = defineEndpoint({
  name: 'actOnBatch',
  method: 'POST',
  path: '/api/operator/batches/:batch_id/acts',
  summary:
    'Start, continue after the canary, pause, halt, resume or cancel a batch; retry its failures; set the limits at which it pauses; approve, discard or roll back its results.',
  auth: 'operator',
  scopes: ['operate'],
  params,
  body: z.object({
    act: z.enum(BATCH_ACTS),
    /** For approve, discard and rollback: only these courses. */
    course_ids: z.optional(z.array(z.uuid()).check(z.maxLength(1000))),
    /** For `approve`: only results without a finding; only results at least this similar to the live text, 0 to 1. */
    only_clean: z.optional(z.boolean()),
    least_similarity: z.optional(share),
    /** For `approve`: also lessons edited since. */
    overwrite: z.optional(z.boolean()),
    /** For start and resume: a new budget, US cents. */
    budget_cents: z.optional(z.int().check(z.gte(1), z.lte(10_000_000))),
    /** For `set_limits`: the changed limits. */
    limits: z.optional(z.object({ most_failures: z.optional(share), most_cost_drift: z.optional(drift), most_unclean: z.optional(share) })),
  }),
  example: { act: 'start' },
  responses: answer,
  errors: ['validation.failed', 'access.denied', 'not_found', 'batch.not_now', 'batch.over_budget', 'tokens.insufficient'],
});
