import { describe, expect, it } from 'vitest';
import { optionsOf, rightIdsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { buildForm } from '#domain/courses/content/course.factory.ts';
import { mayKeep } from '#domain/generation/answers/answer-problem.ts';
import { checkExercises, checkQuiz } from '../practice/practice.commands.ts';
import { agreedQuestions, checkLessonVerdict } from './check-lesson-verdict.ts';
import type { QuizDocument } from '#domain/generation/prompts/documents.ts';
import { SAMPLES } from '#domain/vendors/llm/hygiene/language-samples.factory.ts';
import { quizMaterial } from '#domain/generation/practice/practice-material.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';

type Question = QuizDocument['questions'][number];
const question = (part: Partial<Question> = {}): Question => ({
  purpose: 'check',
  after: -1,
  feedback: [],
  kind: 'single',
  question: 'When may a hive be opened?',
  options: ['On a still and warm day', 'In steady autumn rain', 'At night with a torch', 'While a storm comes up'],
  correct_options: [0],
  rubric: [],
  explanation: 'On a still, warm day the brood does not chill; rain and wind would cool it.',
  ...part,
});
const form = buildForm();

describe('a question', () => {
  it('with one key among distinct options and an explanation that agrees is sound', () => expect(isUsableQuestion(question())).toBe(true));

  it('may speak of answering and choosing', () =>
    expect(
      isUsableQuestion(
        question({ explanation: 'On a still, warm day the brood does not chill; the option a keeper has in rain is to wait.' }),
      ),
    ).toBe(true));

  it.each<[string, Partial<Question>]>([
    ['a key that is no option', { correct_options: [4] }],
    ['a key below nought', { correct_options: [-1] }],
    ['the same option twice', { options: ['On a warm day', 'on a  WARM day.', 'At night', 'In rain'] }],
    ['options that differ in quotes and stops only', { options: ['On a warm day', '“On a warm day”', 'At night', 'On a warm day?'] }],
    ['an invisible difference', { options: ['On a warm day', 'On a\u200b warm day', 'At night', 'In rain'] }],
    ['twelve options', { options: Array.from({ length: 12 }, (_, i) => `On day ${i}`) }],
    ['options that are all meant by one', { options: ['On a warm day', 'At night', 'In rain', 'All of these'] }],
    ['options that two letters speak of', { options: ['On a warm day', 'At night', 'In rain', 'Both A and B'] }],
    ['an explanation that counts places', { explanation: 'The first option is right because the brood stays warm.' }],
    ['an explanation that counts places in Spanish', { explanation: 'La primera opción es correcta: la cría no se enfría.' }],
    ['an explanation that counts places in German', { explanation: 'Die erste Antwort stimmt, weil die Brut nicht auskühlt.' }],
    ['two options', { options: ['Yes', 'No'] }],
    ['an empty option', { options: ['On a warm day', ' ', 'At night', 'In rain'] }],
    ['no explanation', { explanation: ' ' }],
    ['options that speak of each other', { options: ['On a warm day', 'At night', 'In rain', 'All of the above'] }],
    ['options that speak of each other in Spanish', { options: ['De día', 'De noche', 'Con lluvia', 'Todas las anteriores'] }],
    ['letters before its options', { options: ['A) On a warm day', 'B) At night', 'C) In rain', 'D) In a storm'] }],
    ['an explanation that names a place', { explanation: 'Option B is right because the brood stays warm.' }],
    ['an explanation of another option', { explanation: 'While a storm comes up, the bees sit quietly inside and can be counted easily.' }],
    [
      'an explanation that claims another option',
      { explanation: 'The correct answer is: In steady autumn rain, because then they are at home.' },
    ],
  ])('is not sound with %s', (_, part) => expect(isUsableQuestion(question(part))).toBe(false));
});

describe('a question of another kind', () => {
  const yes = ['True', 'False'];
  it.each<[string, boolean, Partial<Question>]>([
    ['two of four options right', true, { kind: 'multiple', correct_options: [0, 2] }],
    ['none of four right', false, { kind: 'multiple', correct_options: [] }],
    ['the same option right twice', false, { kind: 'multiple', correct_options: [1, 1] }],
    ['two right where one is asked for', false, { correct_options: [0, 2] }],
    ['true', true, { kind: 'true_false', options: yes, correct_options: [1] }],
    ['true, false and something else', false, { kind: 'true_false', options: [...yes, 'Perhaps'], correct_options: [1] }],
    ['an order of all options', true, { kind: 'order', correct_options: [2, 0, 1, 3] }],
    ['an order of some', false, { kind: 'order', correct_options: [2, 0, 1] }],
    ['points to grade words by', true, { kind: 'short', options: [], correct_options: [], rubric: ['Warmth keeps the brood alive'] }],
    ['nothing to grade words by', false, { kind: 'short', options: [], correct_options: [], rubric: [] }],
  ])('with %s is sound: %s', (_, sound, part) => expect(isUsableQuestion(question(part))).toBe(sound));
});

const four = (part: Partial<Question> = {}) => ({
  questions: Array.from({ length: 4 }, (_, i) => question({ question: `When may a hive be opened, case ${i}?`, ...part })),
});

describe('a quiz', () => {
  it('of sound questions has no problem', () => expect(checkQuiz(four(), form, 4)).toEqual([]));
  it('without a valid question is never accepted', () =>
    expect(mayKeep(checkQuiz(four({ correct_options: [9] }), form, 4), { rejected: 1, last: true })).toBe(false));
  it('with one question fewer is accepted; with two invalid or missing ones it is requested again once', () => {
    const some = (bad: number) => ({ questions: four().questions.map((one, i) => (i < bad ? { ...one, correct_options: [7] } : one)) });
    expect(checkQuiz(some(1), form, 4)).toEqual([]);
    for (const quiz of [some(2), { questions: four().questions.slice(2) }]) {
      const problems = checkQuiz(quiz, form, 4);
      expect(mayKeep(problems, { rejected: 0, last: false })).toBe(false);
      expect(mayKeep(problems, { rejected: 1, last: false })).toBe(true);
    }
  });
  it('in another language is never accepted', () => {
    const long = four({ explanation: SAMPLES.english });
    expect(mayKeep(checkQuiz(long, { ...form, language_preference: 'italian' }, 4), { rejected: 1, last: true })).toBe(false);
  });
  it('favours no position for its keys, however its author did', () => {
    const places = [0, 0, 0, 0];
    for (let lesson = 0; lesson < 300; lesson++) {
      for (const item of quizMaterial(`lesson-${lesson}`, four()).quiz)
        places[optionsOf(item).findIndex(({ id }) => id === rightIdsOf(item)[0])]! += 1;
    }
    for (const count of places) expect(Math.abs(count / 1_200 - 0.25)).toBeLessThan(0.05);
  });
});

it('exercises need instructions and the requested language; one is enough', () => {
  const exercise = { title: 'Watch', instructions: 'Sit beside the entrance for an hour and write down what you see.' };
  expect(checkExercises({ exercises: [exercise] }, form)).toEqual([]);
  expect(mayKeep(checkExercises({ exercises: [{ title: '', instructions: 'x' }] }, form), { rejected: 1, last: true })).toBe(false);
});

const EXERCISE = { title: 'Watch', instructions: 'Sit beside the entrance for an hour and write down what you see.' };
const texts = (problems: readonly { readonly text: string }[]) => problems.map(({ text }) => text);

describe('practice that was cut off', () => {
  it.each([
    ['in a sentence', 'Sit beside the entrance for an hour. Then write down what', /in an exercise: the text breaks off/],
    ['before what it announces', 'Sit beside the entrance for an hour and write down:', /in an exercise: the text breaks off/],
    ['in a block of code', 'Run this and look what it prints:\n\n```js\nlet bees = 1;', /in an exercise: a block of code/],
    ['in a formula', 'Work out how many there are after a week.\n\n$$\nn = 2^7', /in an exercise: a formula/],
    ['in a bold passage', 'Sit beside the **entrance for an hour.', /in an exercise: a mark/],
  ])('%s is a problem in exercises', (_, instructions, fault) => {
    const problems = checkExercises({ exercises: [EXERCISE, { title: 'Count', instructions }] }, form);
    expect(texts(problems)).toEqual([expect.stringMatching(fault)]);
    expect(mayKeep(problems, { rejected: 1, last: false })).toBe(false);
    expect(mayKeep(problems, { rejected: 1, last: true })).toBe(true);
  });

  it.each([
    ['in a sentence', 'On a still, warm day the brood does not chill. Rain and wind would', /in an explanation: the text breaks off/],
    ['in a list', 'On a still, warm day the brood does not chill, while rain, wind,', /in an explanation: the text breaks off/],
    ['in a formula', 'On a still and warm day it is warm: $$t > 15', /in an explanation: a formula/],
  ])('%s is a problem in explanations', (_, explanation, fault) => {
    const whole = { questions: [question(), question({ question: 'When may a hive be opened, in spring?' })] };
    expect(checkQuiz(whole, form, 2)).toEqual([]);
    const cut = { questions: [question(), question({ question: 'When may a hive be opened, in spring?', explanation })] };
    expect(texts(checkQuiz(cut, form, 2))).toEqual([expect.stringMatching(fault)]);
  });

  it('is not a problem in an explanation with Markdown characters that is not Markdown', () => {
    expect(checkQuiz(four({ explanation: 'On a still and warm day you pass **kwargs on.' }), form, 4)).toEqual([]);
  });

  it('is not a problem in text that needs no full stop', () => {
    const explanation = 'On a still, warm day the brood does not chill';
    expect(checkQuiz(four({ explanation }), form, 4)).toEqual([]);
    const instructions = 'Sit beside the entrance for an hour and write';
    expect(
      checkExercises(
        {
          exercises: [
            { ...EXERCISE, instructions },
            { ...EXERCISE, instructions },
          ],
        },
        form,
      ),
    ).toEqual([]);
  });
});

describe('a check', () => {
  const options = ['a', 'b'].map((id) => ({ id, text: `Text ${id}` }));
  const quiz = ['q1', 'q2'].map((id): QuizItem => ({ kind: 'single', id, question: 'Which?', options, answer_id: 'a', explanation: '' }));
  const answers = ['A', 'B'].map((answer, at) => ({ question_id: `q${at + 1}`, reason: '', answer: [answer], answerable: true }));
  const answer = { findings: [], question_answers: answers, verdict: 'accept' as const };

  it('answers every question, with one of its options', () => {
    expect(checkLessonVerdict(answer, quiz)).toEqual([]);
    const missing = checkLessonVerdict({ ...answer, question_answers: answers.slice(0, 1) }, quiz);
    expect(missing).toMatchObject([{ keep: 'after_reask', text: expect.stringContaining('q2') }]);
    const unnamed = [answers[0]!, { ...answers[1]!, answer: ['neither'] }];
    expect(checkLessonVerdict({ ...answer, question_answers: unnamed }, quiz)).toMatchObject([{ keep: 'after_reask' }]);
  });
  it('that asks for a revision says which one', () =>
    expect(mayKeep(checkLessonVerdict({ ...answer, verdict: 'revise' }, quiz), { rejected: 1, last: true })).toBe(false));
});

describe('the questions that stay', () => {
  const verdicts = (...ok: boolean[]) => ok.map((each, at) => ({ question_id: `q${at + 1}`, ok: each, reason: '' }));
  const blind = (service: Service | null, ...ok: boolean[]) => ({
    output: { question_verdicts: verdicts(...ok), is_blind: true },
    service,
  });
  const seeing = (service: Service, ...ok: boolean[]) => ({ output: { question_verdicts: verdicts(...ok) }, service });

  it('A34 are those whose key was found blind, even by their writer; without an answer there is no verdict', () => {
    expect(agreedQuestions([blind('grok', true, false)], 'openai')).toEqual(new Set(['q1']));
    expect(agreedQuestions([blind('openai', true, false)], 'openai')).toEqual(new Set(['q1']));
    expect(agreedQuestions([{ output: { question_verdicts: [] }, service: null }], 'openai')).toBeNull();
    expect(agreedQuestions([undefined], 'openai')).toBeNull();
  });
  it('are not those that their writer confirmed while it saw the key, as an older release asked', () => {
    expect(agreedQuestions([seeing('grok', true, false)], 'openai')).toEqual(new Set(['q1']));
    expect(agreedQuestions([seeing('openai', true, true)], 'openai')).toBeNull();
  });
  it('depend on the current text: the newest answers decide, and rejected ones stay out', () => {
    expect(agreedQuestions([blind('grok', true, false), blind('claude', true, true, true)], 'openai')).toEqual(new Set(['q1', 'q3']));
    expect(agreedQuestions([blind('grok', true, false), { output: {}, service: 'claude' }], 'openai')).toBeNull();
  });
});
