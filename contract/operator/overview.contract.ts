import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { percentiles, RANGES } from './series.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';

/** Minutes of throughput in the overview, the current minute last. */
export const SPARK_MINUTES = RANGES['1h'].bars;

/** A queue (a kind of work in a lane), according to its steps' rows. Ages and times are in seconds. */
const queueRow = z.object({
  queue: z.string(),
  work: z.string(),
  lane: z.enum(['interactive', 'batch']),
  is_paused: z.boolean(),
  active: z.int(),
  waiting: z.int(),
  delayed: z.int(),
  /** Number of steps that failed for good in the last 24 hours. */
  failed: z.int(),
  oldest_s: z.number(),
  /** Time from request to start, of steps that ended in the last 15 minutes; null if none did. */
  wait: z.nullable(percentiles),
  run: z.nullable(percentiles),
  /** Number of steps that ended in each minute of the last hour, oldest first. */
  ended: z.array(z.int()),
  /** Seconds until the queue is empty, at the pace at which steps end while work waits; null if it is empty, or if the pace is unknown. */
  empty_in_s: z.nullable(z.number()),
  workers: z.int(),
});
export type QueueRow = z.infer<typeof queueRow>;

const serviceRow = z.object({
  service: z.enum(SERVICES),
  model: z.string(),
  /** `held`: an operator paused it until somebody resumes it; `paused`: the service asked us to back off, or does not answer. */
  state: z.enum(['open', 'paused', 'held', 'off']),
  until: z.nullable(z.string()),
  failures: z.int(),
  /** Number of calls in the last hour. */
  calls: z.int(),
  rate_limited: z.int(),
  failed: z.int(),
  latency: z.nullable(percentiles),
  tokens_in: z.int(),
  tokens_out: z.int(),
  cost_micro_usd: z.number(),
  /** Calls in progress, and steps that wait after an attempt there. */
  under_way: z.int(),
  waiting: z.int(),
  /** Remaining share of a minute's allowance, 0 to 1; null before the first call. */
  allowance: z.nullable(z.number()),
});
export type ServiceRow = z.infer<typeof serviceRow>;

const kindRow = z.object({
  kind: z.string(),
  lane: z.enum(['interactive', 'batch']),
  is_paused: z.boolean(),
  queued: z.int(),
  running: z.int(),
  parked: z.int(),
  oldest_s: z.number(),
});
export type KindRow = z.infer<typeof kindRow>;

/** A lane's load and its limits, above which new work is refused. Times are in seconds. */
const laneRow = z.object({
  lane: z.enum(['interactive', 'batch']),
  /** Queued runs. */
  depth: z.int(),
  most_depth: z.number(),
  oldest_s: z.number(),
  most_s: z.number(),
  is_full: z.boolean(),
});
export type LaneRow = z.infer<typeof laneRow>;

const worker = z.object({
  id: z.string(),
  started_at: z.string(),
  seen_at: z.string(),
  /** The worker was seen within the last seconds. */
  is_alive: z.boolean(),
  lanes: z.array(z.string()),
  concurrency: z.int(),
  held: z.int(),
});

/** Maximum length of a note, in characters. */
export const ALERT_NOTE_MOST = 2_000;

const alert = z.object({
  id: z.string(),
  rule: z.string(),
  severity: z.enum(['warning', 'critical']),
  subject: z.string(),
  value: z.number(),
  threshold: z.number(),
  opened_at: z.string(),
  ended_at: z.nullable(z.string()),
  /** The operator who has taken on the alert. */
  owner: z.nullable(z.object({ user_id: z.string(), email: z.string(), name: z.string() })),
  note: z.string(),
  /** The deadline for the operator, such as a bank's for evidence; null if none. */
  due_at: z.nullable(z.string()),
});
export type OperatorAlert = z.infer<typeof alert>;

/** Computed on request. Figures over a time, such as the last hour, use the range of that name (`RANGES`) that ends at `at`. */
const overview = z.object({
  at: z.string(),
  queues: z.array(queueRow),
  lanes: z.array(laneRow),
  kinds: z.array(kindRow),
  services: z.array(serviceRow),
  workers: z.array(worker),
  alerts: z.array(alert),
  spend: z.object({
    micro_usd: z.number(),
    /** The part of the cost that no service has reported, from interrupted calls. */
    presumed_micro_usd: z.number(),
    /** null if there is no cap. */
    cap_micro_usd: z.nullable(z.number()),
  }),
});
export type Overview = z.infer<typeof overview>;

export const readOverview = defineEndpoint({
  name: 'readOverview',
  method: 'GET',
  path: '/api/operator/overview',
  summary: 'All queues, lanes, AI services and workers, the open alerts, and today’s cost.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: { 200: overview },
  errors: ['access.denied'],
});

export const listAlerts = defineEndpoint({
  name: 'listAlerts',
  method: 'GET',
  path: '/api/operator/alerts',
  summary: 'The table of alert rules, and the newest alerts.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: {
    200: z.object({
      rules: z.array(
        z.object({
          name: z.string(),
          expression: z.string(),
          for_s: z.int(),
          severity: z.enum(['warning', 'critical']),
          summary: z.string(),
        }),
      ),
      alerts: z.array(alert),
    }),
  },
  errors: ['access.denied'],
});

/** Audited. Omitted fields do not change. */
export const noteAlert = defineEndpoint({
  name: 'noteAlert',
  method: 'PATCH',
  path: '/api/operator/alerts/:alert_id',
  summary: 'Take on an alert, release it, or write a note about it.',
  auth: 'operator',
  scopes: ['operate'],
  params: z.object({ alert_id: z.uuid() }),
  body: z.object({ mine: z.optional(z.boolean()), note: z.optional(z.string().check(z.trim(), z.maxLength(ALERT_NOTE_MOST))) }),
  example: {},
  responses: { 200: alert },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});
