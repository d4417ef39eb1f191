import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/**
 * The time ranges of the console's figures, charts and tables: number of bars, seconds per bar, and the rollup that supplies them. Bars
 * begin at the start of a minute, an hour or a day (UTC); the last one is not over yet.
 */
export const RANGES = {
  '15m': { grain: 'minute', barS: MINUTE_S, bars: 15 },
  '1h': { grain: 'minute', barS: MINUTE_S, bars: 60 },
  '24h': { grain: 'hour', barS: HOUR_S, bars: 24 },
  '7d': { grain: 'hour', barS: 3 * HOUR_S, bars: 56 },
  '30d': { grain: 'day', barS: DAY_S, bars: 30 },
} as const;
export type Range = keyof typeof RANGES;

/** The ranges that a person can choose. */
export const CHOSEN_RANGES = ['1h', '24h', '7d', '30d'] as const satisfies readonly Range[];
export type ChosenRange = (typeof CHOSEN_RANGES)[number];

/** Returns when a range begins that is read at `at`, ISO: the start of its first bar. */
export function startOfRange(range: Range, at: string): string {
  const { barS, bars } = RANGES[range];
  return new Date((Math.floor(Date.parse(at) / 1000 / barS) - (bars - 1)) * barS * 1000).toISOString();
}

/** Outcomes of a call to a service that returned no usable answer. */
export const FAILED_OUTCOMES = ['unavailable', 'timed_out', 'rate_limited', 'broken', 'refused'] as const;
export type FailedOutcome = (typeof FAILED_OUTCOMES)[number];

const lane = z.enum(['interactive', 'batch']);
/** Seconds, within 2.5 % of the measured value. */
export const percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() });
export type Percentiles = z.infer<typeof percentiles>;

/** A marker in a time range; `until` is null for a single time, or while the event lasts. */
const mark = z.object({
  kind: z.enum(['deploy', 'pause', 'alert', 'batch']),
  at: z.string(),
  until: z.nullable(z.string()),
  is_over: z.boolean(),
  /** The release, the paused work (`<scope>:<name>`), the rule, or the batch's name. */
  name: z.string(),
  /** The subject of an alert, or the id of a batch. */
  subject: z.nullable(z.string()),
  /** For an alert: the measured figure. */
  value: z.nullable(z.number()),
});
export type SeriesMark = z.infer<typeof mark>;

/** Learners' steps in an hour: how many ended, and how long they had waited; null if none ended. */
const waited = z.object({ ended: z.int(), wait: z.nullable(percentiles) });

/** Lists have one number per bar. Every total is the sum of its bars. */
const series = z.object({
  since: z.string(),
  until: z.string(),
  /** When each bar begins. */
  bars: z.array(z.string()),
  bar_s: z.int(),
  /** By kind of work and lane: ended steps, steps that failed permanently, waiting times and working times. */
  queues: z.array(
    z.object({
      work: z.string(),
      lane,
      ended: z.array(z.int()),
      ended_total: z.int(),
      failed: z.array(z.int()),
      failed_total: z.int(),
      wait: z.nullable(percentiles),
      run: z.nullable(percentiles),
    }),
  ),
  /** How long steps waited before work began, by lane; null where none ended. */
  waits: z.array(z.object({ lane, bars: z.array(z.nullable(percentiles)), total: z.nullable(percentiles) })),
  /** Calls to services without a usable answer, by reason. */
  attempts: z.array(z.object({ outcome: z.enum(FAILED_OUTCOMES), calls: z.array(z.int()), total: z.int() })),
  /** Steps that failed for good, by error code. */
  failures: z.array(z.object({ code: z.string(), count: z.int() })),
  services: z.array(
    z.object({
      service: z.string(),
      micro_usd: z.array(z.number()),
      micro_usd_total: z.number(),
      calls: z.array(z.int()),
      calls_total: z.int(),
    }),
  ),
  purposes: z.array(z.object({ service: z.string(), purpose: z.string(), calls: z.int(), micro_usd: z.number(), tokens: z.number() })),
  marks: z.array(mark),
  /** The newest releases, regardless of the range, each with the hour before and the hour after it. */
  deploys: z.array(z.object({ name: z.string(), at: z.string(), before: waited, after: waited })),
});
export type Series = z.infer<typeof series>;

export const readSeries = defineEndpoint({
  name: 'readSeries',
  method: 'GET',
  path: '/api/operator/series',
  summary: 'Throughput, waits, failed attempts and cost over an hour, a day, a week or a month, with deploys, pauses, alerts and batches.',
  auth: 'operator',
  scopes: ['operate:read'],
  query: z.object({ range: z._default(z.enum(CHOSEN_RANGES), '24h') }),
  responses: { 200: series },
  errors: ['validation.failed', 'access.denied'],
});
