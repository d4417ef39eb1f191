import { endedOf, type BatchRow, type BatchSums } from './batch.queries.ts';

interface Decision {
  readonly state: BatchRow['state'];
  readonly pausedFor: 'budget' | 'failures' | 'cost' | 'quality' | null;
  /** Number of items that may start now. */
  readonly begin: number;
}

/** Minimum number of results to judge a share. */
const ENOUGH = 5;

/**
 * Decides what comes next in a batch, from its rows alone. The canary runs first and then waits for an operator; too many failures, costs
 * or findings pause it; the window grows with the number of ended items, so that a fault affects few courses.
 */
export function decide(batch: BatchRow, sums: BatchSums, now: Date): Decision {
  const { items } = sums;
  const stay = (begin = 0): Decision => ({ state: batch.state, pausedFor: null, begin });
  if (batch.state !== 'canary' && batch.state !== 'running') return { ...stay(), pausedFor: batch.paused_for as Decision['pausedFor'] };
  const broken = brokenRule(batch, sums);
  if (broken) return { state: 'paused', pausedFor: broken, begin: 0 };
  const live = items.leased + items.running;
  const ended = endedOf(sums);
  const isCanary = batch.state === 'canary';
  const most = isCanary ? Math.max(0, batch.canary - ended - live) : items.pending;
  if (live === 0 && (items.pending === 0 || (isCanary && most === 0)))
    return { state: items.pending === 0 ? 'done' : 'review', pausedFor: null, begin: 0 };
  if (!isHour(batch, now)) return stay();
  // what waits at a vendor for hours goes there together: a window that grows with results would never grow
  const window = batch.by_vendor_batch ? Infinity : isCanary ? batch.at_once : Math.min(batch.at_once, Math.max(1, ended));
  return stay(Math.max(0, Math.min(most, items.pending, window - live)));
}

/** Returns the rule a batch has broken, if any. */
function brokenRule(batch: BatchRow, sums: BatchSums): Decision['pausedFor'] {
  const { items } = sums;
  const written = endedOf(sums) - items.skipped - items.cancelled;
  const enough = batch.state === 'canary' ? Math.min(ENOUGH, batch.canary) : ENOUGH;
  if (written < Math.max(1, enough)) return null;
  if (items.failed / written > batch.most_failures) return 'failures';
  if (sums.expectedOfEnded > 0 && items.leased + items.running === 0 && sums.spent > batch.most_cost_drift * sums.expectedOfEnded)
    return 'cost';
  if (sums.unclean / written > batch.most_unclean) return 'quality';
  return null;
}

/** Tells whether the time is within its hours, UTC, which may span midnight. */
function isHour({ from_hour: from, until_hour: until }: BatchRow, now: Date): boolean {
  if (from === null || until === null || from === until) return true;
  const hour = now.getUTCHours();
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}
