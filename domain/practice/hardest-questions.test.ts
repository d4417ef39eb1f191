import { expect, it } from 'vitest';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { ASKED_AGAIN, guessChance, hardestOf, type DayQuestion } from './hardest-questions.ts';

const options = (n: number) => Array.from({ length: n }, (_, at) => ({ id: `o${at}`, text: `Option ${at}` }));
const item = (kind: 'single' | 'true_false' | 'multiple' | 'order' | 'short', n = 4): QuizItem => {
  const common = { id: kind, question: 'What?', explanation: '' };
  if (kind === 'short') return { kind, ...common, rubric: [] };
  return kind === 'multiple' || kind === 'order'
    ? { kind, ...common, options: options(n), answer_ids: ['o0'] }
    : { kind, ...common, options: options(n), answer_id: 'o0' };
};
const asked = (changes: Partial<DayQuestion> = {}): DayQuestion => ({
  wrong: 0,
  others: { answers: 0, wrong: 0 },
  item: item('single'),
  answeredAt: new Date(0),
  ...changes,
});

it('the hardest questions of a day are first those that the learner missed most often', () => {
  const [once, twice, never] = [asked({ wrong: 1 }), asked({ wrong: 2 }), asked({ item: item('order') })];
  expect(hardestOf([never, once, twice])).toEqual([twice, once, never]);
});

it('with everything right, what more of the others missed comes first, if enough have answered', () => {
  const half = asked({ others: { answers: 10, wrong: 5 } });
  const tenth = asked({ others: { answers: 10, wrong: 1 }, item: item('order') });
  const few = asked({ others: { answers: 4, wrong: 4 }, item: item('true_false', 2) });
  expect(hardestOf([few, tenth, half])).toEqual([half, tenth, few]);
});

it('then what is harder to guess, then what was answered later; never more than three', () => {
  const chances = (['short', 'order', 'multiple', 'single'] as const).map((kind) => guessChance(item(kind)));
  expect(chances).toEqual(chances.toSorted((one, other) => one - other));
  expect([guessChance(item('single')), guessChance(item('true_false', 2)), guessChance(item('multiple', 3))]).toEqual([
    1 / 4,
    1 / 2,
    1 / 7,
  ]);
  const [first, later] = [asked(), asked({ answeredAt: new Date(1_000) })];
  expect(hardestOf([asked({ item: item('true_false', 2) }), first, later, asked({ item: item('order') })])).toEqual([
    expect.objectContaining({ item: item('order') }),
    later,
    first,
  ]);
  expect(ASKED_AGAIN).toBe(3);
});
