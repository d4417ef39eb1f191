import type { Charts } from '#contract/operator/control.contract.ts';
import type { QueueRow } from '#contract/operator/overview.contract.ts';

/** Hours of the trends of a day. */
export const TREND_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Steps of all queues that ended in each of the last minutes, oldest first. */
export const endedByMinute = (queues: readonly QueueRow[]): readonly number[] =>
  (queues[0]?.ended ?? []).map((_, minute) => queues.reduce((total, { ended }) => total + (ended[minute] ?? 0), 0));

type Timed = QueueRow & { readonly wait: NonNullable<QueueRow['wait']> };

/** The queue with the longest 95th percentile of waiting; null: nothing has ended lately. */
export const longestWait = (queues: readonly QueueRow[]): Timed | null =>
  queues.reduce<Timed | null>((most, queue) => (isTimed(queue) && queue.wait.p95 > (most?.wait.p95 ?? -1) ? queue : most), null);

const isTimed = (queue: QueueRow): queue is Timed => queue.wait !== null;

/** One number for each of the last hours, oldest first. @param now an ISO time @param of what the rows of an hour come to */
export function byHour(rows: Charts['throughput'], now: string, of: (ofHour: Charts['throughput']) => number): readonly number[] {
  const ofHour = Map.groupBy(rows, ({ at }) => Date.parse(at));
  const last = Math.floor(Date.parse(now) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: TREND_HOURS }, (_, index) => of(ofHour.get(last - (TREND_HOURS - 1 - index) * HOUR_MS) ?? []));
}
