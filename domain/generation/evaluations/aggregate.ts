import type { Verdict } from '#contract/operator/evaluation-plan.contract.ts';
import type { Duel, EvaluationReport, JudgeFigures } from '#contract/operator/evaluations.contract.ts';
import { coinChance, exactInterval, LEAD_CHANCE } from './binomial.ts';

/** One verdict on two lessons of a brief; `first` and `second` are indexes of casts. */
export interface GivenVerdict {
  readonly brief: number;
  readonly first: number;
  readonly second: number;
  readonly judge: string;
  readonly isPerson: boolean;
  readonly verdict: Verdict;
}

/** A judge's verdict on a pair: the index of the better cast; `tie` also if the two orders disagree. */
export interface PairOutcome {
  readonly brief: number;
  readonly one: number;
  readonly other: number;
  readonly judge: string;
  readonly winner: number | 'tie';
}

/** Significance level for a position bias. Twenty unbiased judges would be called biased once in five reports. */
const CHANCE = 0.01;

const pairKey = ({ brief, first, second }: Pick<GivenVerdict, 'brief' | 'first' | 'second'>): string =>
  `${brief}:${Math.min(first, second)}:${Math.max(first, second)}`;
const winnerOf = ({ first, second, verdict }: GivenVerdict): number | 'tie' =>
  verdict === 'tie' ? 'tie' : verdict === 'first' ? first : second;

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/**
 * Returns each judge's figures. Position bias is measured only on pairs that a model has judged in both orders: there, an unbiased judge
 * says `first` as often as `second`.
 */
export function judgeFigures(verdicts: readonly GivenVerdict[]): JudgeFigures[] {
  return [...groupBy(verdicts, ({ judge }) => judge)].map(([name, own]) => {
    const twice = own[0]!.isPerson ? [] : [...groupBy(own, pairKey).values()].filter(({ length }) => length === 2);
    const decided = twice.flat().filter(({ verdict }) => verdict !== 'tie');
    const first = decided.filter(({ verdict }) => verdict === 'first').length;
    const isBiased = coinChance(first, decided.length) < CHANCE;
    const count = (verdict: Verdict) => own.filter((one) => one.verdict === verdict).length;
    return {
      name,
      is_person: own[0]!.isPerson,
      verdicts: own.length,
      first: count('first'),
      second: count('second'),
      ties: count('tie'),
      steady: twice.length === 0 ? null : twice.filter(([one, other]) => winnerOf(one!) === winnerOf(other!)).length / twice.length,
      prefers: isBiased ? (first * 2 > decided.length ? 'first' : 'second') : null,
    };
  });
}

/**
 * Returns each judge's outcome for each pair, for judges whose verdicts count. A model counts once it has judged both orders; a person sees
 * only one.
 */
export function pairOutcomes(verdicts: readonly GivenVerdict[], figures: readonly JudgeFigures[]): PairOutcome[] {
  const counted = verdicts.filter(({ judge }) => figures.find(({ name }) => name === judge)?.prefers === null);
  return [...groupBy(counted, (one) => `${one.judge} ${pairKey(one)}`).values()].flatMap((own) => {
    const { brief, first, second, judge, isPerson } = own[0]!;
    if (!isPerson && own.length < 2) return [];
    const [winner, ...others] = own.map(winnerOf);
    const isAgreed = others.every((other) => other === winner);
    return [{ brief, one: Math.min(first, second), other: Math.max(first, second), judge, winner: isAgreed ? winner! : 'tie' }];
  });
}

/** Returns how far each two judges agree on the pairs that both have judged: the share of equal verdicts, and Cohen's kappa. */
export function agreementOf(outcomes: readonly PairOutcome[]): EvaluationReport['agreement'] {
  const judges = [...new Set(outcomes.map(({ judge }) => judge))];
  const byJudge = new Map(
    judges.map((judge) => [
      judge,
      new Map(
        outcomes.filter((one) => one.judge === judge).map((one) => [pairKey({ brief: one.brief, first: one.one, second: one.other }), one]),
      ),
    ]),
  );
  return judges.flatMap((one, at) =>
    judges.slice(at + 1).flatMap((other) => {
      const theirs = byJudge.get(other)!;
      const both = [...byJudge.get(one)!].flatMap(([key, mine]) => {
        const their = theirs.get(key);
        return their ? [[sideOf(mine), sideOf(their)] as const] : [];
      });
      if (both.length === 0) return [];
      const equal = both.filter(([a, b]) => a === b).length / both.length;
      const share = (side: string, of: 0 | 1) => both.filter((pair) => pair[of] === side).length / both.length;
      const byChance = ['one', 'other', 'tie'].reduce((sum, side) => sum + share(side, 0) * share(side, 1), 0);
      return [{ one, other, pairs: both.length, equal, kappa: byChance === 1 ? null : (equal - byChance) / (1 - byChance) }];
    }),
  );
}

const sideOf = ({ one, winner }: PairOutcome): 'one' | 'other' | 'tie' => (winner === 'tie' ? 'tie' : winner === one ? 'one' : 'other');

export interface Score {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly score: number | null;
}

/** Returns the scores of the casts, by index. */
export function scoresOf(outcomes: readonly PairOutcome[], casts: number): Score[] {
  return Array.from({ length: casts }, (_, cast) => {
    const own = outcomes.filter(({ one, other }) => one === cast || other === cast);
    const ties = own.filter(({ winner }) => winner === 'tie').length;
    const wins = own.filter(({ winner }) => winner === cast).length;
    return { wins, losses: own.length - wins - ties, ties, score: own.length === 0 ? null : (wins + ties / 2) / own.length };
  });
}

/** The majority verdict on a brief's pair; null: a tie. */
export interface BriefOutcome {
  readonly brief: number;
  readonly one: number;
  readonly other: number;
  readonly winner: number | null;
  /** Number of judges. */
  readonly judges: number;
}

/** Returns one outcome for each brief and pair: a second judge of the same texts is not an independent trial. */
export const briefOutcomes = (outcomes: readonly PairOutcome[]): BriefOutcome[] =>
  [...groupBy(outcomes, ({ brief, one, other }) => pairKey({ brief, first: one, second: other })).values()].map((met) => {
    const { brief, one, other } = met[0]!;
    const [forOne, forOther] = [one, other].map((cast) => met.filter(({ winner }) => winner === cast).length) as [number, number];
    return { brief, one, other, winner: forOne === forOther ? null : forOne > forOther ? one : other, judges: met.length };
  });

/** Returns each two casts' wins, losses and ties by briefs, with the confidence interval of the true share of wins. */
export function duelsOf(outcomes: readonly PairOutcome[], casts: number): Duel[] {
  const byBrief = briefOutcomes(outcomes);
  const all = Array.from({ length: casts }, (_, place) => place);
  return all.flatMap((one) =>
    all.slice(one + 1).map((other) => {
      const met = byBrief.filter((brief) => brief.one === one && brief.other === other);
      const wins = met.filter(({ winner }) => winner === one).length;
      const losses = met.filter(({ winner }) => winner === other).length;
      return { one, other, wins, losses, ties: met.length - wins - losses, interval: exactInterval(wins, wins + losses) };
    }),
  );
}

/** Returns the index of the cast that beats every other in significantly more briefs, or null. */
export function winnerOfAll(duels: readonly Duel[], casts: number): number | null {
  const isLed = ({ wins, losses }: Duel) => coinChance(wins, wins + losses) < LEAD_CHANCE;
  const leads = (cast: number) =>
    duels
      .filter(({ one, other }) => one === cast || other === cast)
      .every((duel) => isLed(duel) && (duel.one === cast ? duel.wins > duel.losses : duel.losses > duel.wins));
  return Array.from({ length: casts }, (_, place) => place).find(leads) ?? null;
}
