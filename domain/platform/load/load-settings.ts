import * as z from 'zod';

const count = z.coerce.number().int();

/** Limits on concurrency, and thresholds for rejecting new work. */
export const LOAD_ENVIRONMENT = {
  MAX_ACTIVE_RUNS: count.min(0).default(12),
  /** Queued runs per lane, and age of its oldest waiting work in seconds, from which new work is answered with 503. */
  SHED_DEPTH: count.min(1).default(500),
  SHED_AGE_S: count.min(1).default(1_800),
  /** How long a stopping api process still accepts requests while `ready` fails, so that its proxy notices. */
  DRAIN_NOTICE_MS: count.min(0).default(0),
};

export interface LoadSettings {
  readonly maxActiveRuns: number;
  readonly drainNoticeMs: number;
  readonly shed: { readonly depth: number; readonly ageS: number };
}

export const readLoadSettings = (e: {
  MAX_ACTIVE_RUNS: number;
  SHED_DEPTH: number;
  SHED_AGE_S: number;
  DRAIN_NOTICE_MS: number;
}): LoadSettings => ({
  maxActiveRuns: e.MAX_ACTIVE_RUNS,
  drainNoticeMs: e.DRAIN_NOTICE_MS,
  shed: { depth: e.SHED_DEPTH, ageS: e.SHED_AGE_S },
});
