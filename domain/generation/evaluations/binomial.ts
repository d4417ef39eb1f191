import type { EvaluationPower } from '#contract/operator/evaluation-plan.contract.ts';

/** A cast's lead counts only if a fair coin would give it less often than this. */
export const LEAD_CHANCE = 0.05;
/** Power: how often a difference must be detected for a number of briefs to be able to detect it. */
const POWER = 0.8;
/** Halvings of an interval from 0 to 1: more than a double can resolve. */
const HALVINGS = 60;

/** Returns the natural logarithms of the binomial coefficients of `tosses`, by index. */
function logChoices(tosses: number): number[] {
  const logs = [0];
  // C(n, k) grows by (n - k + 1) / k
  for (let k = 1; k <= tosses; k += 1) logs.push(logs[k - 1]! + Math.log((tosses - k + 1) / k));
  return logs;
}

/** Returns the exact probability of `heads` or more in tosses of a coin that shows heads with probability `share`. */
export function chanceOfAtLeast(heads: number, tosses: number, share: number): number {
  if (heads <= 0) return 1;
  if (heads > tosses || share <= 0) return 0;
  if (share >= 1) return 1;
  const logs = logChoices(tosses);
  let sum = 0;
  for (let k = heads; k <= tosses; k += 1) sum += Math.exp(logs[k]! + k * Math.log(share) + (tosses - k) * Math.log1p(-share));
  return Math.min(1, sum);
}

/** Returns the exact two-sided probability of a result at least this extreme in tosses of a fair coin. */
export const coinChance = (heads: number, tosses: number): number =>
  tosses === 0 ? 1 : Math.min(1, 2 * chanceOfAtLeast(Math.max(heads, tosses - heads), tosses, 0.5));

/** Returns the share at which an increasing function of it reaches `level`. */
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
 * Returns the exact 95 % confidence interval (Clopper and Pearson, 1934) of the true share of heads.
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

/** Returns how many of this many briefs a cast must win to be named better; null: not even all would do. */
export function winsNeeded(briefs: number): number | null {
  for (let wins = Math.floor(briefs / 2) + 1; wins <= briefs; wins += 1) if (coinChance(wins, briefs) < LEAD_CHANCE) return wins;
  return null;
}

/**
 * Returns the detectable difference: the smallest true share of wins, among briefs that are not ties, at which the better cast is named in
 * four of five comparisons; null: none can ever be named.
 */
export function smallestShareFound(briefs: number): number | null {
  const wins = winsNeeded(briefs);
  return wins === null ? null : shareAt(POWER, (share) => chanceOfAtLeast(wins, briefs, share));
}

/** Returns the difference that this many briefs can detect, for people to see before they pay. */
export const powerOf = (briefs: number): EvaluationPower => ({
  wins_needed: winsNeeded(briefs),
  smallest_share: smallestShareFound(briefs),
});
