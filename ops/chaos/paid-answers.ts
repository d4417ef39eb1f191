import type { LoggedCall } from './invariants.ts';
import type { Death } from './kill-storm.ts';

/** A piece of work that a vendor answered again, and why nothing excuses it; null when something does. */
export interface BoughtAgain {
  readonly key: string;
  readonly fault: string | null;
}

/** How long the end of an answer may be under way when the vendor is killed. */
const UNDER_WAY_MS = 1_000;

/**
 * Finds the answers that were bought again. The rule: an answer may be bought again only if it was lost before anything could store it. It was
 * lost with the worker that had it, killed after the vendor began it, or with the vendor, killed while it sent the end of it; and nothing had
 * stored it when the work was ordered again.
 * @param storedAt when the work of a call was stored, in ms; empty: never
 */
export function answersBoughtAgain(
  calls: readonly LoggedCall[],
  deaths: readonly Death[],
  storedAt: (call: LoggedCall) => readonly number[],
): BoughtAgain[] {
  const beginOf = (call: LoggedCall) => Date.parse(call.started_at);
  const answered = calls.filter(({ status, aborted }) => status === 200 && !aborted).toSorted((a, b) => beginOf(a) - beginOf(b));
  return answered.flatMap((call, at) => {
    const before = answered.slice(0, at).findLast(({ key }) => key === call.key);
    if (!before) return [];
    const [from, to, answeredAt] = [beginOf(before), beginOf(call), beginOf(before) + (before.ms ?? 0)];
    const isLost = deaths.some(
      (death) =>
        death.at >= from &&
        death.at <= to &&
        (death.victim === 'worker' || (death.victim === 'sandbox' && death.at <= answeredAt + UNDER_WAY_MS)),
    );
    const stored = storedAt(call).find((time) => time >= from && time <= to);
    if (stored !== undefined) return [{ key: call.key, fault: `was bought again ${to - stored} ms after it had been stored` }];
    return [{ key: call.key, fault: isLost ? null : 'was bought again although nobody who had it was killed' }];
  });
}
