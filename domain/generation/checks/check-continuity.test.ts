import { describe, expect, it } from 'vitest';
import type { StoredPlan } from '#contract/courses/course-plan.contract.ts';
import { checkContinuity, namesThread } from './check-continuity.ts';

const shared: StoredPlan = {
  thread: { kind: 'case', name: 'Northfold Garden Centres', summary: '', facts: [], own: '' },
  terms: [],
  conventions: [],
  final_task: null,
  lessons: [
    { lesson_id: 'a', kind: 'idea', assumes: [], adds: [], leaves: [], thread: 'Northfold’s year is read from the top.' },
    { lesson_id: 'b', kind: 'review', assumes: [], adds: [], leaves: [], thread: '' },
  ],
};
const textsOf = (content: string, lessonId = 'a', earlier: { number: string; content: string }[] = []) =>
  checkContinuity(content, { shared, lessonId, earlier });

describe('the thread', () => {
  it('stands by its name in the lessons whose plan says so, and may be missing in others', () => {
    expect(textsOf('Northfold earned 34 m.')).toEqual([]);
    expect(textsOf('A company earned 34 m.')).toMatchObject([{ keep: 'after_reask', text: expect.stringContaining('thread') }]);
    expect(textsOf('A company earned 34 m.', 'b')).toEqual([]);
    expect(checkContinuity('A company earned 34 m.', { shared: undefined, lessonId: 'a', earlier: [] })).toEqual([]);
  });

  it.each([
    ['Mei’s tea room', 'In the tearoom of Mei’s …', false],
    ['Mei’s tea room', 'Mei’s tea room opens at nine.', true],
    ['Анна Петрова', 'У Анны Петровой два улья.', true],
    ['Ada Lovelace', 'Lovelace wrote the notes in 1843.', true],
    ['متجر الياسمين', 'باع متجر الياسمين أكثر.', true],
    ['李明', '李明开了一家茶馆。', true],
  ])('%s is found in “%s”: %s', (name, text, isFound) => {
    expect(namesThread(text, { name, facts: [] })).toBe(isFound);
  });

  it('is told by what happened where it is an age', () => {
    const facts = [
      {
        name: 'Bill',
        value: 'Tiberius Gracchus limits public land to 500 iugera and brings the bill to the people without asking the Senate',
      },
    ];
    const thread = { name: 'The age of the sword', facts };
    expect(
      namesThread('Tiberius wants to limit who holds public land: nobody over 500 iugera. He brings his bill to the people.', thread),
    ).toBe(true);
    expect(namesThread('Rome was a city on hills. Its people met in the open to vote on a bill.', thread)).toBe(false);
  });
});

describe('what an earlier lesson of the module says', () => {
  const sentence = 'Operating profit is what the business earns before anyone asks how it was financed.';
  const earlier = [{ number: '1.1', content: `## Profit\n\n${sentence} It comes first.` }];

  it('is not said again in the same words', () => {
    expect(textsOf(`Northfold again. ${sentence}`, 'a', earlier)).toMatchObject([
      { keep: 'after_reask', text: expect.stringContaining('1.1') },
    ]);
    expect(textsOf('Northfold again. Operating profit is what the business makes before interest.', 'a', earlier)).toEqual([]);
    // the order of sentences is no run
    expect(textsOf('Northfold again. It comes first. Operating profit is what the owner sees.', 'a', earlier)).toEqual([]);
  });

  it('may stand again as material: in quotes, tables and code', () => {
    for (const material of [`> ${sentence}`, `| Rule |\n|---|\n| ${sentence} |`, `\`\`\`text\n${sentence}\n\`\`\``, `“${sentence}”`])
      expect(textsOf(`Northfold again.\n\n${material}\n\nNow to the rest.`, 'a', earlier)).toEqual([]);
  });
});
