import * as z from 'zod/mini';
import { moment } from '#contract/platform/bounded.ts';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { FAILED_OUTCOMES } from './series.contract.ts';
import { RETRY_OBSTACLES } from '#contract/platform/runs.contract.ts';
import { lostWorkerSchema, SERVICES, takeoverSchema } from '#contract/platform/status.contract.ts';

const text = (most = 200) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const status = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);

/** Filters for runs, all of which must match. */
const filterParts = {
  /** Matches subject, title or error, or the whole id of a run. */
  q: z.optional(text()),
  /** A part of the owner's email, or the owner's id. */
  person: z.optional(text()),
  course_id: z.optional(z.uuid()),
  kind: z.optional(text(60)),
  lane: z.optional(z.enum(['interactive', 'batch'])),
  status: z.optional(status),
  error_code: z.optional(text(80)),
  /** Whether the run failed because a service refused or could not fulfil the request; only other failed runs are dead letters. */
  refused: z.optional(z.enum(['yes', 'no'])),
  service: z.optional(z.enum(SERVICES)),
  batch_id: z.optional(z.uuid()),
  /** Range of creation times, ISO; `before` is exclusive. */
  from: z.optional(moment),
  before: z.optional(moment),
  /** Minimum cost, in micro-dollars. */
  cost_from: z.optional(wholeText(0, 1e12)),
  /** Ended runs that took (`slow`) or cost (`dear`) more than twice as much as is usual for their kind. */
  unusual: z.optional(z.enum(['slow', 'dear'])),
  /** Running, and waiting for something outside: an answer, or child runs. */
  parked: z.optional(z.enum(['yes', 'no'])),
  /** Runs with a step in this state (`live`: queued or running), of this kind of work, with this error (`unknown`: without one). */
  step: z.optional(z.enum(['live', 'active', 'waiting', 'delayed', 'ended', 'failed'])),
  work: z.optional(text(40)),
  step_error: z.optional(text(80)),
  /** Runs with a call for this purpose, made to `service` if given. */
  purpose: z.optional(text(80)),
  /** Runs with a call without a usable answer: any such call, or a call with this outcome. */
  outcome: z.optional(z.enum(['failed', ...FAILED_OUTCOMES])),
  /** When the step ended; without a filter on steps, when a call began. ISO times; `until` is exclusive. */
  since: z.optional(moment),
  until: z.optional(moment),
};
export const runFilter = z.object(filterParts);
export type RunFilter = z.infer<typeof runFilter>;

export const RUN_ACTS = ['retry', 'promote', 'cancel', 'remove'] as const;
export type RunAct = (typeof RUN_ACTS)[number];

export const RUN_SORTS = ['created_at', 'finished_at', 'duration', 'cost'] as const;
export const RUN_PAGE_SIZES = [25, 50, 100] as const;

/** The medians of the time and cost of the newest completed runs of a kind. */
const usual = z.object({ seconds: z.number(), micro_usd: z.number() });
export type UsualRun = z.infer<typeof usual>;

const listed = z.object({
  task_id: z.string(),
  kind: z.string(),
  lane: z.enum(['interactive', 'batch']),
  status,
  stage: z.string(),
  progress: z.int(),
  subject: z.string(),
  title: z.nullable(z.string()),
  /** The owner; the name is empty if they gave none. */
  person: z.nullable(z.object({ user_id: z.string(), email: z.string(), name: z.string() })),
  batch_id: z.nullable(z.string()),
  error_code: z.nullable(z.string()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  cost_micro_usd: z.number(),
  services: z.array(z.string()),
});
export type ConsoleRun = z.infer<typeof listed>;

/** The numbers of matching steps and calls; null if the filter concerns runs only, or matches too many. */
const parts = z.object({
  steps: z.nullable(z.int()),
  /** `of_no_run`: counted calls that belong to no listed run. */
  calls: z.nullable(z.object({ count: z.int(), micro_usd: z.number(), of_no_run: z.int() })),
});
export type FoundParts = z.infer<typeof parts>;

/** Counting stops at this number. */
export const COUNTED_RUNS = 10_000;

export const searchRuns = defineEndpoint({
  name: 'searchRuns',
  method: 'GET',
  path: '/api/operator/runs',
  summary: 'The runs of all users, searched, filtered and sorted by the server; with the number of matches.',
  auth: 'operator',
  scopes: ['operate:read'],
  turns: ['q', 'person'],
  query: z.object({
    ...filterParts,
    sort: z._default(z.enum(RUN_SORTS), 'created_at'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    page: z._default(wholeText(0, 10_000), 0),
    size: z._default(wholeText(1, 100), 25),
  }),
  responses: {
    200: z.object({
      runs: z.array(listed),
      /** Usual time and cost by kind; kinds without a completed run are missing. */
      usual: z.record(z.string(), usual),
      total: z.int(),
      /** The count stopped early: matches of steps, calls, costs and words are counted up to `COUNTED_RUNS`. */
      is_more: z.boolean(),
      parts,
      /** Actions that at least one match allows; empty without a filter, because an action on all runs is refused. */
      acts: z.array(z.enum(RUN_ACTS)),
    }),
  },
  errors: ['validation.failed', 'access.denied'],
});

export const countRuns = defineEndpoint({
  name: 'countRuns',
  method: 'GET',
  path: '/api/operator/run-counts',
  summary: `How many runs match, ${COUNTED_RUNS} at most.`,
  auth: 'operator',
  scopes: ['operate:read'],
  turns: ['q', 'person'],
  query: runFilter,
  responses: { 200: z.object({ count: z.int(), is_more: z.boolean() }) },
  errors: ['validation.failed', 'access.denied'],
});

const step = z.object({
  id: z.string(),
  key: z.string(),
  job: z.string(),
  /** The step's lesson, `2.3 The long rise`; null if it has none, or an unknown one. */
  label: z.nullable(z.string()),
  state: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
  service: z.nullable(z.string()),
  worker: z.nullable(z.string()),
  tries: z.array(z.object({ service: z.nullable(z.string()), code: z.string(), at: z.string(), hint: z.nullable(z.string()) })),
  error_code: z.nullable(z.string()),
  error_detail: z.nullable(z.string()),
  created_at: z.string(),
  due_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
});
const vendorCall = z.object({
  id: z.string(),
  step_id: z.nullable(z.string()),
  step_key: z.nullable(z.string()),
  service: z.string(),
  model: z.string(),
  purpose: z.string(),
  started_at: z.string(),
  ms: z.nullable(z.int()),
  outcome: z.string(),
  http_status: z.nullable(z.int()),
  input_tokens: z.nullable(z.int()),
  output_tokens: z.nullable(z.int()),
  /** null: unknown. */
  cost_micro_usd: z.nullable(z.number()),
  detail: z.nullable(z.string()),
});
const detail = z.object({
  run: listed,
  request: z.unknown(),
  error_detail: z.nullable(z.string()),
  /** Details of all attempts, for operators only. */
  operator_detail: z.nullable(z.string()),
  attempt: z.int(),
  promoted: z.boolean(),
  avoided_services: z.array(z.string()),
  /** Actions that are possible now. */
  acts: z.array(z.enum(RUN_ACTS)),
  steps: z.array(step),
  calls: z.array(vendorCall),
  /** Set while a worker of the run is dead: the dead workers, and when others take over. */
  lost: z.nullable(z.object({ workers: z.array(lostWorkerSchema), takeover: takeoverSchema })),
  log: z.array(z.object({ at: z.string(), event: z.string(), text: z.string() })),
  children: z.object({ queued: z.int(), running: z.int(), completed: z.int(), failed: z.int(), cancelled: z.int() }),
  wasted_micro_usd: z.number(),
  /** Hundredths of a token charged to the owner. */
  charged: z.int(),
  /** Paid with units of the owner's plan instead of tokens. */
  of_plan: z.boolean(),
  usual: z.nullable(usual),
  /** The course that the run wrote or works on; null if none, or deleted. */
  course_id: z.nullable(z.string()),
  /** Id of the request that started it, as in the logs. */
  request_id: z.string(),
  /** Address of its trace; null if the installation has no tracing tool. */
  trace_url: z.nullable(z.string()),
});
export type RunDetail = z.infer<typeof detail>;

const params = z.object({ task_id: z.uuid() });

export const inspectRun = defineEndpoint({
  name: 'inspectRun',
  method: 'GET',
  path: '/api/operator/runs/:task_id',
  summary: 'A run in full: its request, steps, attempts, calls and log, and the possible actions.',
  auth: 'operator',
  scopes: ['operate:read'],
  params,
  responses: { 200: detail },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

/** Audited, once per action. */
export const actOnRun = defineEndpoint({
  name: 'actOnRun',
  method: 'POST',
  path: '/api/operator/runs/:task_id/acts',
  summary:
    'Retry a failed run (with another service, or an edited request), move a run to the front, cancel a run with its calls, or remove a run without a result.',
  auth: 'operator',
  scopes: ['operate'],
  params,
  body: z.object({
    act: z.enum(RUN_ACTS),
    /** For a retry: the complete edited request. */
    request: z.optional(z.record(z.string(), z.unknown())),
    /** For a retry: services to use only as a last resort. */
    avoid: z.optional(z.array(z.enum(SERVICES)).check(z.maxLength(3))),
  }),
  example: { act: 'retry' },
  responses: { 200: z.object({ done: z.literal(true) }) },
  errors: [
    'validation.failed',
    'access.denied',
    'not_found',
    'run.ended',
    'run.not_waiting',
    ...RETRY_OBSTACLES,
    'run.twin_live',
    'tokens.insufficient',
    'spend.user_cap',
    'spend.install_cap',
  ],
});

const bulk = z.object({
  bulk_id: z.string(),
  act: z.enum(RUN_ACTS),
  filter: runFilter,
  state: z.enum(['running', 'done', 'aborted']),
  total: z.int(),
  done: z.int(),
  /**
   * Number of runs left unchanged, and the first hundred of them with the reason: an error code and its sentence. `subject` is null if the
   * run no longer exists.
   */
  refused: z.int(),
  left_alone: z.array(z.object({ task_id: z.string(), subject: z.nullable(z.string()), code: z.string(), reason: z.string() })),
  created_at: z.string(),
});
export type BulkAct = z.infer<typeof bulk>;

/**
 * The key ensures that the action happens once; a count that differs from the displayed one is refused. There is one audit entry for all
 * runs.
 */
export const startBulkAct = defineEndpoint({
  name: 'startBulkAct',
  method: 'POST',
  path: '/api/operator/bulk-acts',
  summary: 'Apply one action to every run that matches a filter. The selection is frozen; an empty filter is refused.',
  auth: 'operator',
  scopes: ['operate'],
  body: z.object({ bulk_id: z.uuid(), act: z.enum(RUN_ACTS), filter: runFilter, expected: whole(0) }),
  example: { bulk_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a20', act: 'retry', filter: { status: 'failed' }, expected: 12 },
  responses: { 200: bulk },
  errors: ['validation.failed', 'access.denied', 'operator.selection_changed'],
});

export const readBulkAct = defineEndpoint({
  name: 'readBulkAct',
  method: 'GET',
  path: '/api/operator/bulk-acts/:bulk_id',
  summary: 'The progress of a bulk action on runs.',
  auth: 'operator',
  scopes: ['operate:read'],
  params: z.object({ bulk_id: z.uuid() }),
  responses: { 200: bulk },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});

/** Audited. Actions already taken are not undone. */
export const abortBulkAct = defineEndpoint({
  name: 'abortBulkAct',
  method: 'POST',
  path: '/api/operator/bulk-acts/:bulk_id/abort',
  summary: 'Stop a bulk action on runs; actions already taken are not undone.',
  auth: 'operator',
  scopes: ['operate'],
  params: z.object({ bulk_id: z.uuid() }),
  responses: { 200: bulk },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});
