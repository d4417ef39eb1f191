import type { LoggedCall } from './invariants.ts';
import type { Death } from './kill-storm.ts';

/** Work that a vendor answered again, with how its first answer was lost, or why this is a fault. */
export type BoughtAgain = { readonly key: string } & (
  | { readonly lost: 'with the worker' | 'with the vendor' | 'after the worker had given it up'; readonly fault: null }
  | { readonly lost: null; readonly fault: string }
);

/** What is known about the work of a call, in ms. */
export interface Evidence {
  /** When its answers were stored. */
  readonly storedAt: readonly number[];
  /** When calls for it began that the worker gave up, because nothing arrived for too long. */
  readonly givenUpAt: readonly number[];
}

/** How long the end of an answer can be in transit when the vendor is killed. */
const UNDER_WAY_MS = 1_000;
/** A request reaches the vendor within this time. */
const ARRIVES_MS = 10_000;

/**
 * Finds answers that were bought again. An answer may be bought again only if it was lost before anything could store it: with the worker
 * that had it, killed after the vendor began it; or with the vendor, killed while it sent the answer's end; or because the vendor was
 * silent for so long that the worker had given the call up. And nothing may have stored it when the work was ordered again.
 */
export function answersBoughtAgain(
  calls: readonly LoggedCall[],
  deaths: readonly Death[],
  evidenceOf: (call: LoggedCall) => Evidence,
): BoughtAgain[] {
  const beginOf = (call: LoggedCall) => Date.parse(call.started_at);
  const answered = calls.filter(({ status, aborted }) => status === 200 && !aborted).toSorted((a, b) => beginOf(a) - beginOf(b));
  return answered.flatMap((call, at): BoughtAgain[] => {
    const before = answered.slice(0, at).findLast(({ key }) => key === call.key);
    if (!before) return [];
    const [from, to, answeredAt] = [beginOf(before), beginOf(call), beginOf(before) + (before.ms ?? 0)];
    const { storedAt, givenUpAt } = evidenceOf(call);
    const stored = storedAt.find((time) => time >= from && time <= to);
    const { key } = call;
    if (stored !== undefined) return [{ key, lost: null, fault: `was bought again ${to - stored} ms after it had been stored` }];
    const killed = (victim: Death['victim'], until: number) =>
      deaths.some((death) => death.victim === victim && death.at >= from && death.at <= Math.min(until, to));
    if (killed('worker', to)) return [{ key, lost: 'with the worker', fault: null }];
    if (killed('sandbox', answeredAt + UNDER_WAY_MS)) return [{ key, lost: 'with the vendor', fault: null }];
    const isGivenUp = givenUpAt.some((time) => time >= from - ARRIVES_MS && time <= to);
    if (isGivenUp) return [{ key, lost: 'after the worker had given it up', fault: null }];
    return [{ key, lost: null, fault: 'was bought again although nobody who had it was killed' }];
  });
}
