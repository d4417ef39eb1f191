import { describe, expect, it } from 'vitest';
import type { Verdict } from '#contract/operator/evaluation-plan.contract.ts';
import { agreementOf, duelsOf, judgeFigures, pairOutcomes, scoresOf, winnerOfAll, type GivenVerdict } from './aggregate.ts';

/** A judge's verdicts on a pair of casts 0 and 1, in both orders; `better` is a cast, or none. */
const bothOrders = (judge: string, brief: number, better: 0 | 1 | null): GivenVerdict[] =>
  [
    [0, 1],
    [1, 0],
  ].map(([first, second]) => ({
    brief,
    first: first!,
    second: second!,
    judge,
    isPerson: false,
    verdict: better === null ? 'tie' : better === first ? 'first' : 'second',
  }));
const always = (judge: string, brief: number, verdict: Verdict): GivenVerdict[] =>
  bothOrders(judge, brief, null).map((one) => ({ ...one, verdict }));
const briefs = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('a judge', () => {
  it('that judges by the lessons chooses the first as often as the second, and is trusted', () => {
    const [figures] = judgeFigures(briefs(20).flatMap((brief) => bothOrders('fair', brief, 0)));
    expect(figures).toMatchObject({ verdicts: 40, first: 20, second: 20, ties: 0, steady: 1, prefers: null });
  });

  it.each([
    ['first', 'first'],
    ['second', 'second'],
  ] as const)('that always prefers the %s answer is noticed, and its verdicts do not count', (verdict, prefers) => {
    const verdicts = briefs(5).flatMap((brief) => always('biased', brief, verdict));
    const figures = judgeFigures(verdicts);
    expect(figures).toMatchObject([{ steady: 0, prefers }]);
    expect(pairOutcomes(verdicts, figures)).toEqual([]);
  });

  it('that prefers the first answer on a few pairs is not suspected: that may be chance', () => {
    const verdicts = [...briefs(3).flatMap((brief) => always('j', brief, 'first')), ...bothOrders('j', 3, 1)];
    const figures = judgeFigures(verdicts);
    expect(figures).toMatchObject([{ prefers: null, steady: 0.25 }]);
    // if the two orders disagree, neither is better
    expect(pairOutcomes(verdicts, figures).map(({ winner }) => winner)).toEqual(['tie', 'tie', 'tie', 1]);
  });

  it('that has judged one order only does not count yet; a person sees one order', () => {
    const [half] = bothOrders('j', 0, 0);
    const person: GivenVerdict = { ...half!, judge: 'people', isPerson: true };
    const figures = judgeFigures([half!, person]);
    expect(figures.map(({ steady }) => steady)).toEqual([null, null]);
    expect(pairOutcomes([half!, person], figures)).toEqual([{ brief: 0, one: 0, other: 1, judge: 'people', winner: 0 }]);
  });
});

describe('two judges', () => {
  const outcomes = (of: readonly (readonly [0 | 1 | null, 0 | 1 | null])[]) => {
    const verdicts = of.flatMap(([one, other], brief) => [...bothOrders('a', brief, one), ...bothOrders('b', brief, other)]);
    return pairOutcomes(verdicts, judgeFigures(verdicts));
  };

  it('agree by Cohen’s kappa: the textbook’s table', () => {
    // 20 both for the first, 15 both for the second, 5 and 10 apart: kappa 0.4
    const table = [
      ...Array.from({ length: 20 }, () => [0, 0] as const),
      ...Array.from({ length: 5 }, () => [0, 1] as const),
      ...Array.from({ length: 10 }, () => [1, 0] as const),
      ...Array.from({ length: 15 }, () => [1, 1] as const),
    ];
    expect(agreementOf(outcomes(table))).toEqual([{ one: 'a', other: 'b', pairs: 50, equal: 0.7, kappa: expect.closeTo(0.4, 10) }]);
  });

  it('that both find every pair even agree, but not beyond chance', () => {
    expect(agreementOf(outcomes([[null, null]]))).toEqual([{ one: 'a', other: 'b', pairs: 1, equal: 1, kappa: null }]);
  });
});

describe('the result', () => {
  const outcomesOf = (better: readonly (0 | 1 | null)[]) => {
    const verdicts = better.flatMap((one, brief) => bothOrders('j', brief, one));
    return pairOutcomes(verdicts, judgeFigures(verdicts));
  };

  it('counts a tie as half', () => {
    expect(scoresOf(outcomesOf([0, 0, 1, null]), 2)).toEqual([
      { wins: 2, losses: 1, ties: 1, score: 0.625 },
      { wins: 1, losses: 2, ties: 1, score: 0.375 },
    ]);
    expect(scoresOf([], 2)[0]).toEqual({ wins: 0, losses: 0, ties: 0, score: null });
  });

  it('names a winner only beyond chance', () => {
    expect(winnerOfAll(duelsOf(outcomesOf([0, 0, 0, 0, 0]), 2), 2)).toBeNull();
    expect(winnerOfAll(duelsOf(outcomesOf([0, 0, 0, 0, 0, 0]), 2), 2)).toBe(0);
    expect(winnerOfAll(duelsOf(outcomesOf([null, null, null, null, null, null]), 2), 2)).toBeNull();
    expect(winnerOfAll(duelsOf([], 2), 2)).toBeNull();
  });

  it('gives the interval of the true win rate among the decided briefs', () => {
    const [duel] = duelsOf(outcomesOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, null]), 2);
    expect(duel).toMatchObject({ one: 0, other: 1, wins: 9, losses: 1, ties: 1 });
    expect(duel!.interval!.low).toBeCloseTo(0.555, 3);
    expect(duel!.interval!.high).toBeCloseTo(0.9975, 4);
    expect(duelsOf([], 3).map(({ one, other, interval }) => [one, other, interval])).toEqual([
      [0, 1, null],
      [0, 2, null],
      [1, 2, null],
    ]);
  });

  it('counts several judges’ verdicts on the same texts as one trial', () => {
    const two = (briefs: number) => {
      const verdicts = Array.from({ length: briefs }, (_, brief) => [...bothOrders('j', brief, 0), ...bothOrders('k', brief, 0)]).flat();
      return pairOutcomes(verdicts, judgeFigures(verdicts));
    };
    expect(winnerOfAll(duelsOf(two(5), 2), 2)).toBeNull();
    expect(winnerOfAll(duelsOf(two(6), 2), 2)).toBe(0);
  });
});
