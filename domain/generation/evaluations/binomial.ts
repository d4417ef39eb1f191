import type { EvaluationPower } from '#contract/operator/evaluation-plan.contract.ts';

/** A lead of a cast that a fair coin gives as often as this is none. */
export const LEAD_CHANCE = 0.05;
/** How often a difference has to be found to be called one that a number of briefs can find. */
const POWER = 0.8;
/** Halvings of an interval from 0 to 1: beyond what a double can tell. */
const HALVINGS = 60;

/** Returns the natural logarithms of the binomial coefficients of `tosses`, by their place. */
function logChoices(tosses: number): number[] {
  const logs = [0];
  // C(n, k) grows by (n - k + 1) / k
  for (let k = 1; k <= tosses; k += 1) logs.push(logs[k - 1]! + Math.log((tosses - k + 1) / k));
  return logs;
}

/** Returns the chance of `heads` or more in tosses of a coin that shows heads with the chance `share`; exact. */
export function chanceOfAtLeast(heads: number, tosses: number, share: number): number {
  if (heads <= 0) return 1;
  if (heads > tosses || share <= 0) return 0;
  if (share >= 1) return 1;
  const logs = logChoices(tosses);
  let sum = 0;
  for (let k = heads; k <= tosses; k += 1) sum += Math.exp(logs[k]! + k * Math.log(share) + (tosses - k) * Math.log1p(-share));
  return Math.min(1, sum);
}

/** Returns the chance of at least so many heads in tosses of a fair coin, or so few: two-sided, exact. */
export const coinChance = (heads: number, tosses: number): number =>
  tosses === 0 ? 1 : Math.min(1, 2 * chanceOfAtLeast(Math.max(heads, tosses - heads), tosses, 0.5));

/** Returns the share at which a rising function of it reaches `level`. */
function shareAt(level: number, rising: (share: number) => number): number {
  let [low, high] = [0, 1];
  for (let turn = 0; turn < HALVINGS; turn += 1) {
    const middle = (low + high) / 2;
    if (rising(middle) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Returns the exact interval of Clopper and Pearson (1934) in which the true share of heads lies with 95 % certainty.
 * @returns its ends, 0 to 1; null without tosses
 */
export function exactInterval(heads: number, tosses: number): { readonly low: number; readonly high: number } | null {
  if (tosses === 0) return null;
  const tail = LEAD_CHANCE / 2;
  return {
    low: heads === 0 ? 0 : shareAt(tail, (share) => chanceOfAtLeast(heads, tosses, share)),
    high: heads === tosses ? 1 : shareAt(1 - tail, (share) => chanceOfAtLeast(heads + 1, tosses, share)),
  };
}

/** Returns how many of so many briefs a cast has to win to be named the better one; null: not even all would do. */
export function winsNeeded(briefs: number): number | null {
  for (let wins = Math.floor(briefs / 2) + 1; wins <= briefs; wins += 1) if (coinChance(wins, briefs) < LEAD_CHANCE) return wins;
  return null;
}

/**
 * Returns what so many briefs can find: the smallest true share of wins, of briefs that are not even, at which the better cast is named in four
 * of five comparisons; null: none can ever be named.
 */
export function smallestShareFound(briefs: number): number | null {
  const wins = winsNeeded(briefs);
  return wins === null ? null : shareAt(POWER, (share) => chanceOfAtLeast(wins, briefs, share));
}

/** Returns what so many briefs can find, for people to see before they pay. */
export const powerOf = (briefs: number): EvaluationPower => ({
  wins_needed: winsNeeded(briefs),
  smallest_share: smallestShareFound(briefs),
});
