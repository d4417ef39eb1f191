import { expect, it } from 'vitest';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { WORDS_A_MINUTE } from '#contract/courses/study-minutes.ts';
import { comingSections } from './coming-sections.queries.ts';

const minuteOf = (word: string) => `${word} `.repeat(WORDS_A_MINUTE).trim();
const question = (id: string, after: number): QuizItem => ({ id, question: 'What?', explanation: '', options: [], answer_id: 'a', after });
const content = [`## One`, minuteOf('one'), '## Two', minuteOf('two'), '', minuteOf('two'), '## Three', '- a', '- b'].join('\n');

it('a lesson’s sections end after their text and the questions on the way, the last with the quiz at the end', () => {
  const quiz = [question('q1', 1), question('q2', 3), question('q3', 3)];
  expect(comingSections({ content, quiz }, 0).map(({ minutes }) => minutes)).toEqual([2, 4, 6]);
});

it('from where a reader stopped, with the section in which they are', () => {
  const [first, second] = comingSections({ content, quiz: [] }, 0);
  expect(comingSections({ content, quiz: [] }, first!.position).map(({ minutes }) => minutes)).toEqual([2, 2]);
  expect(comingSections({ content, quiz: [] }, first!.position + 0.5)).toHaveLength(2);
  expect(comingSections({ content, quiz: [] }, second!.position)).toHaveLength(1);
  expect(comingSections({ content, quiz: [] }, 99)).toEqual([]);
});

it('a text without headings is one section, and no text none', () => {
  expect(comingSections({ content: minuteOf('bee'), quiz: [] }, 0)).toMatchObject([{ minutes: 1 }]);
  expect(comingSections({ content: '', quiz: [] }, 0)).toEqual([]);
});
