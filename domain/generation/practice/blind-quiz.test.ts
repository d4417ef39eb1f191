import { describe, expect, it } from 'vitest';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { blindQuiz, compareAnswers, unansweredQuestions } from './blind-quiz.ts';

const SINGLE: QuizItem = {
  kind: 'single',
  id: 'q1',
  question: 'What feeds a larva of a queen?',
  options: [
    { id: 'c', text: 'Pollen' },
    { id: 'a', text: 'Royal jelly' },
    { id: 'b', text: 'Wax' },
  ],
  answer_id: 'a',
  explanation: 'Royal jelly alone makes a queen.',
};
const MULTIPLE: QuizItem = { ...SINGLE, kind: 'multiple', id: 'q2', answer_ids: ['a', 'c'] } as QuizItem;
const ORDER: QuizItem = { ...SINGLE, kind: 'order', id: 'q3', answer_ids: ['a', 'c', 'b'] } as QuizItem;
const SHORT: QuizItem = { kind: 'short', id: 'q4', question: 'Why?', rubric: ['It feeds.', 'It grows.'], explanation: 'Both.' };

const answered = (question_id: string, answer: string[], answerable = true) => ({ question_id, reason: 'So it says.', answer, answerable });
const isAgreed = (item: QuizItem, ...answers: ReturnType<typeof answered>[]) => compareAnswers([item], answers).map(({ ok }) => ok);

describe('a quiz that is checked blind', () => {
  it('A34 shows neither key nor explanation, and names options by their position alone', () => {
    const shown = blindQuiz([SINGLE, MULTIPLE, ORDER, SHORT]);
    const said = JSON.stringify(shown);
    for (const secret of ['answer_id', 'explanation', 'rubric', 'alone makes', 'Both.']) expect(said).not.toContain(secret);
    expect(shown[0]!.options).toEqual([
      { id: 'A', text: 'Pollen' },
      { id: 'B', text: 'Royal jelly' },
      { id: 'C', text: 'Wax' },
    ]);
    expect(shown[3]).toEqual({
      id: 'q4',
      kind: 'short',
      question: 'Why?',
      options: [
        { id: 'A', text: 'It feeds.' },
        { id: 'B', text: 'It grows.' },
      ],
    });
  });

  it('is confirmed if the answer is the key, in whatever form it is given', () => {
    for (const named of ['B', 'b)', 'Option B', ' (B) ', 'royal jelly', '“Royal jelly.”'])
      expect(isAgreed(SINGLE, answered('q1', [named]))).toEqual([true]);
    for (const named of ['A', 'Wax', 'honey']) expect(isAgreed(SINGLE, answered('q1', [named]))).toEqual([false]);
    expect(isAgreed(MULTIPLE, answered('q2', ['B', 'A']))).toEqual([true]);
    expect(isAgreed(MULTIPLE, answered('q2', ['B']))).toEqual([false]);
    expect(isAgreed(ORDER, answered('q3', ['B', 'A', 'C']))).toEqual([true]);
    expect(isAgreed(ORDER, answered('q3', ['A', 'B', 'C']))).toEqual([false]);
    expect(isAgreed(SHORT, answered('q4', ['B', 'A']))).toEqual([true]);
    expect(isAgreed(SHORT, answered('q4', []))).toEqual([false]);
  });

  it('loses a doubtful point of a free-text question, and the question itself only with fewer than half of its points', () => {
    const three: QuizItem = { ...SHORT, rubric: ['It feeds.', 'It grows.', 'It sings.'] };
    const verdict = (item: QuizItem, ...answers: ReturnType<typeof answered>[]) =>
      compareAnswers([item], answers).map(({ ok, points }) => [ok, ...points!])[0];
    expect(verdict(SHORT, answered('q4', ['A', 'A']))).toEqual([true, 0]);
    expect(verdict(three, answered('q4', ['C', 'A', 'B']))).toEqual([true, 0, 1, 2]);
    expect(verdict(three, answered('q4', ['C', 'It feeds.']))).toEqual([true, 0, 2]);
    expect(verdict(three, answered('q4', ['B']))).toEqual([false, 1]);
    expect(verdict(three, answered('q4', ['A', 'B']), answered('q4', ['C', 'B', 'A']))).toEqual([true, 0, 1]);
    expect(verdict(three, answered('q4', ['A', 'B']), answered('q4', ['B', 'C']))).toEqual([false, 1]);
    expect(verdict(three, answered('q4', ['A', 'B', 'C'], false))).toEqual([false]);
    expect(verdict(three, answered('q4', ['A', 'B', 'It flies.']))).toEqual([false]);
    expect(verdict({ ...SHORT, rubric: ['It feeds.'] } as QuizItem, answered('q4', []))).toEqual([false]);
    const partly = { ...answered('q4', ['A', 'B']), reason: 'No song.' };
    expect(compareAnswers([three], [answered('q4', ['A', 'B', 'C']), partly])).toMatchObject([{ reason: 'No song.' }]);
  });

  it('is not confirmed if the lesson decides nothing, or two answers differ; without an answer there is no verdict', () => {
    expect(isAgreed(SINGLE, answered('q1', ['B'], false))).toEqual([false]);
    expect(isAgreed(SINGLE, answered('q1', ['B']), answered('q1', ['A']))).toEqual([false]);
    expect(isAgreed(SINGLE, answered('q9', ['B']))).toEqual([]);
  });

  it('has numbers as names for options that are letters', () => {
    const notes = { ...SINGLE, options: ['C', 'B', 'A'].map((text, at) => ({ id: `n${at}`, text })), answer_id: 'n2' } as QuizItem;
    expect(blindQuiz([notes])[0]!.options.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(isAgreed(notes, answered('q1', ['3']))).toEqual([true]);
    expect(isAgreed(notes, answered('q1', ['A']))).toEqual([true]);
    expect(isAgreed(notes, answered('q1', ['C']))).toEqual([false]);
  });

  it('is asked again if an answer is missing or names no option', () => {
    expect(unansweredQuestions([SINGLE, MULTIPLE], [answered('q1', ['B'])])).toEqual(['q2']);
    expect(unansweredQuestions([SINGLE], [answered('q1', ['Honey'])])).toEqual(['q1']);
    expect(unansweredQuestions([SINGLE], [answered('q1', [])])).toEqual([]);
  });
});
