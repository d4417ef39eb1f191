import { describe, expect, it } from 'vitest';
import { courseFormSchema, FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { exercisesMaterial, practiceFor, quizMaterial } from './practice-material.ts';

const question = (changes: object = {}) => ({
  question: 'Which box do the bees live in?',
  options: ['The hive', 'The smoker', 'The veil', 'The feeder'],
  correct_option: 0,
  explanation: 'The hive is the home of the colony.',
  ...changes,
});

describe('a quiz', () => {
  it('keeps its key whatever the order of its options', () => {
    const { quiz } = quizMaterial('lesson', { questions: [question({ correct_option: 2 })] });
    expect(quiz[0]!.options.find((option) => option.id === quiz[0]!.answer_id)?.text).toBe('The veil');
    expect(quizMaterial('lesson', { questions: [question({ correct_option: 2 })] })).toEqual({ quiz, exercises: [] });
  });

  it('favours no position of the right answer, although models do', () => {
    const questions = Array.from({ length: 400 }, (_, n) => question({ question: `Which box do the bees of hive ${n} live in?` }));
    const places = quizMaterial('lesson', { questions }).quiz.map((item) =>
      item.options.findIndex((option) => option.id === item.answer_id),
    );
    for (const place of [0, 1, 2, 3]) expect(places.filter((one) => one === place).length).toBeGreaterThan(60);
  });

  it.each([
    ['a key that does not exist', { correct_option: 4 }],
    ['a negative key', { correct_option: -1 }],
    ['two options that are the same', { options: ['The hive', 'the  hive', 'The veil', 'The feeder'] }],
    ['an empty option', { options: ['The hive', '', 'The veil'] }],
    ['too few options', { options: ['Yes', 'No'] }],
    ['no explanation', { explanation: ' ' }],
  ])('drops a question with %s', (_, changes) => {
    expect(
      quizMaterial('lesson', { questions: [question(changes), question({ question: 'A second, sound question?' })] }).quiz,
    ).toHaveLength(1);
  });

  it('drops a question that is asked twice', () => {
    expect(quizMaterial('lesson', { questions: [question(), question()] }).quiz).toHaveLength(1);
  });
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
