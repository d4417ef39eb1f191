import { describe, expect, it } from 'vitest';
import {
  feedbackOf,
  isRightChoice,
  isWholeChoice,
  optionsOf,
  quizItemSchema,
  rightIdsOf,
  type QuizItem,
} from '#contract/courses/quiz.contract.ts';
import { courseFormSchema, FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { practiceFor } from '#contract/generation/course-size.ts';
import { exercisesMaterial, quizMaterial } from './practice-material.ts';

const question = (changes: object = {}) => ({
  kind: 'single' as const,
  question: 'Which box do the bees live in?',
  options: ['The hive', 'The smoker', 'The veil', 'The feeder'],
  correct_options: [0],
  rubric: [],
  explanation: 'The hive is the home of the colony.',
  ...changes,
});

const textsOfKey = (item: QuizItem) => rightIdsOf(item).map((right) => optionsOf(item).find(({ id }) => id === right)?.text);

describe('a quiz', () => {
  it('keeps its key whatever the order of its options', () => {
    const { quiz } = quizMaterial('lesson', { questions: [question({ correct_options: [2] })] });
    expect(textsOfKey(quiz[0]!)[0]).toBe('The veil');
    expect(quizMaterial('lesson', { questions: [question({ correct_options: [2] })] })).toEqual({ quiz, exercises: [] });
  });

  it('favours no position of the right answer, although models do', () => {
    const questions = Array.from({ length: 400 }, (_, n) => question({ question: `Which box do the bees of hive ${n} live in?` }));
    const places = quizMaterial('lesson', { questions }).quiz.map((item) =>
      optionsOf(item).findIndex((option) => option.id === rightIdsOf(item)[0]),
    );
    for (const place of [0, 1, 2, 3]) expect(places.filter((one) => one === place).length).toBeGreaterThan(60);
  });

  it.each([
    ['a key that does not exist', { correct_options: [4] }],
    ['a negative key', { correct_options: [-1] }],
    ['two options that are the same', { options: ['The hive', 'the  hive', 'The veil', 'The feeder'] }],
    ['an empty option', { options: ['The hive', '', 'The veil'] }],
    ['too few options', { options: ['Yes', 'No'] }],
    ['no explanation', { explanation: ' ' }],
  ])('drops a question with %s', (_, changes) => {
    expect(
      quizMaterial('lesson', { questions: [question(changes), question({ question: 'A second, sound question?' })] }).quiz,
    ).toHaveLength(1);
  });

  it('has questions of every kind, graded by kind', () => {
    const all = ['single', 'multiple', 'true_false', 'order', 'short'] as const;
    const parts = {
      single: {},
      multiple: { correct_options: [1, 2] },
      true_false: { options: ['True', 'False'], correct_options: [1] },
      order: { correct_options: [3, 0, 2, 1] },
      short: { options: [], correct_options: [], rubric: ['It is their home'] },
    };
    const questions = all.map((kind) => question({ kind, question: `Which box is meant by ${kind}?`, ...parts[kind] }));
    const { quiz } = quizMaterial('lesson', { questions });
    for (const item of quiz) expect(quizItemSchema.parse(item)).toEqual(item);
    expect(quiz.map(textsOfKey)).toEqual([
      ['The hive'],
      ['The smoker', 'The veil'],
      ['False'],
      ['The feeder', 'The hive', 'The veil', 'The smoker'],
      [],
    ]);
    const [single, several, , order, short] = quiz as [QuizItem, QuizItem, QuizItem, QuizItem, QuizItem];
    for (const item of [single, several, order]) expect(isRightChoice(item, rightIdsOf(item))).toBe(true);
    expect(isRightChoice(several, rightIdsOf(several).toReversed())).toBe(true);
    expect(isRightChoice(order, rightIdsOf(order).toReversed())).toBe(false);
    expect(optionsOf(order).map(({ id }) => id)).not.toEqual(rightIdsOf(order));
    expect([
      isWholeChoice(order, ['a']),
      isWholeChoice(single, ['a', 'b']),
      isWholeChoice(several, ['a', 'a']),
      isWholeChoice(short, []),
    ]).toEqual([false, false, false, false]);
  });

  it('keeps its place and its purpose; a missing one stays absent, so that it is guessed', () => {
    const questions = [
      question({ purpose: 'predict', after: 0, question: 'What will the bees do?' }),
      question({ purpose: 'recall', after: 2, recalls: 'lesson-1', question: 'What was a drone?' }),
      question({ purpose: 'check', after: -1, recalls: 'lesson-1' }),
      question({ question: 'And one of before places?' }),
    ];
    expect(quizMaterial('lesson', { questions }).quiz).toMatchObject([
      { after: 0, purpose: 'predict' },
      { after: 2, purpose: 'recall', recalls: 'lesson-1' },
      {},
      {},
    ]);
    for (const item of quizMaterial('lesson', { questions }).quiz.slice(2))
      expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['after', 'purpose', 'recalls']));
  });

  it('has the feedback of each wrong option at that option, however they are shuffled', () => {
    const feedback = ['', 'It only makes smoke.', 'It is worn.', ' '];
    const one = (changes: object) => quizMaterial('lesson', { questions: [question(changes)] }).quiz[0]!;
    const told = (item: QuizItem) =>
      Object.fromEntries(feedbackOf(item).map((own) => [optionsOf(item).find(({ id }) => id === own.option_id)!.text, own.text]));
    const all = { 'The smoker': 'It only makes smoke.', 'The veil': 'It is worn.' };
    expect(told(one({ feedback }))).toEqual(all);
    // only for the wrong ones
    expect(told(one({ feedback: feedback.slice(1) }))).toEqual(all);
    // a right option's feedback is dropped, and a single text cannot be assigned
    expect(told(one({ feedback: ['It is their home.', ...feedback.slice(1)] }))).toEqual(all);
    expect(told(one({ feedback: ['Only one'] }))).toEqual({});
    expect(JSON.stringify(one({ kind: 'order', correct_options: [3, 0, 2, 1], feedback }))).not.toContain('smoke.');
    expect(quizItemSchema.parse(one({ feedback }))).toEqual(one({ feedback }));
  });

  it('drops a question that is asked twice', () => {
    expect(quizMaterial('lesson', { questions: [question(), question()] }).quiz).toHaveLength(1);
  });
});

it('a quiz has its exercise beside it, and the solution apart', () => {
  const exercise = { title: ' Two cups ', instructions: 'Brew one hot and one cooler, and compare.', solution: '- Names bitterness.' };
  const { quiz, exercises } = quizMaterial('lesson', { questions: [question()], exercises: [exercise] });
  expect([quiz.length, exercises]).toEqual([1, [{ ...exercise, id: 'e1', title: 'Two cups' }]]);
});

it('exercises without instructions are dropped', () => {
  const exercises = [
    { title: 'Open a hive', instructions: 'With an adult, lift the lid slowly and look.' },
    { title: 'Nothing', instructions: '…' },
  ];
  expect(exercisesMaterial({ exercises }).exercises).toHaveLength(1);
});

it('BLD-09 every assessment and interactivity option leads to some practice; without assessment it is exercises', () => {
  for (const assessment_type of FORM_OPTIONS.assessment_type) {
    for (const interactive_elements of FORM_OPTIONS.interactive_elements) {
      const form = courseFormSchema.parse({ age: 30, topic: 'Bees', learning_goals: 'Keep bees', assessment_type, interactive_elements });
      const practice = practiceFor(form);
      expect(practice.count).toBeGreaterThanOrEqual(3);
      if (assessment_type === 'no-assessment') expect(practice.kind).toBe('exercises');
    }
  }
});
