import { describe, expect, it } from 'vitest';
import type { QuizDocument } from '#domain/generation/prompts/documents.ts';
import { besideKept, checkQuizRules, faultlessQuestions, isGuessedByLength, orderQuiz, questionFaults } from './quiz-rules.ts';

type Question = QuizDocument['questions'][number];
const question = (part: Partial<Question> = {}): Question => ({
  purpose: 'check',
  after: 2,
  kind: 'single',
  question: 'When may a hive be opened?',
  options: ['On a warm, still noon', 'In steady autumn rain', 'At night with a torch', 'While a storm comes up'],
  correct_options: [0],
  rubric: [],
  explanation: 'On a still, warm day the brood does not chill; rain and wind would cool it.',
  feedback: [
    '',
    'Bees are at home in rain, and so is the brood, which chills.',
    'Bees crawl at what is light.',
    'Wind takes the warmth away.',
  ],
  ...part,
});
const CHECK = { purpose: 'check', statement: 'true' } as const;
const faults = (part: Partial<Question>, wanted: Parameters<typeof questionFaults>[1] = CHECK) => questionFaults(question(part), wanted, 4);

const STEPS = 'A hive is opened at noon.\n\n1. Light the smoker.\n2. Lift the roof.\n3. Take out a frame.';

describe('the order of a quiz', () => {
  it('begins with a prediction and, where there is an earlier lesson, a recall', () => {
    expect(orderQuiz(0, 4, { hasEarlier: false }).purposes).toEqual(['predict', 'check', 'check', 'check']);
    expect(orderQuiz(1, 4, { hasEarlier: true }).purposes).toEqual(['predict', 'recall', 'check', 'check']);
    expect(orderQuiz(1, 1, { hasEarlier: true }).purposes).toEqual(['check']);
  });

  it('has statements that are true as often as false over a course', () => {
    const said = Array.from({ length: 24 }, (_, lesson) => orderQuiz(lesson, 4, { hasEarlier: lesson > 0 }).statement);
    expect(said.filter((one) => one === 'true')).toHaveLength(12);
  });
});

describe('a question', () => {
  it('with four options of similar length, and feedback on each wrong one, has no problem', () => expect(faults({})).toEqual([]));

  it.each<[string, Partial<Question>, RegExp]>([
    ['of three options', { options: question().options.slice(0, 3), feedback: question().feedback.slice(0, 3) }, /has 3 options/],
    ['without feedback', { feedback: [] }, /feedback/],
    ['with feedback that only says no', { feedback: ['', 'No.', 'No.', 'No.'] }, /feedback/],
    [
      'with a right option that is the longest by far',
      { options: ['On a still and warm day, when the brood does not chill', ...question().options.slice(1)] },
      /longer than the others/,
    ],
    ['with feedback that names a letter', { feedback: ['', 'B is wrong because it rains.', ...question().feedback.slice(2)] }, /shuffled/],
    ['in Russian, too', { feedback: ['', 'Вариант Б кажется верным, но дождь.', ...question().feedback.slice(2)] }, /shuffled/],
  ])('%s has a fault that says what to change', (_, part, fault) => expect(faults(part)).toEqual([expect.stringMatching(fault)]));

  it('may speak of points and sets by their letters', () => {
    for (const said of ['If A is true, B follows.', 'Vitamin C is right where gums bleed.', 'A hive is wrong for that.'])
      expect(faults({ explanation: said })).toEqual([]);
  });

  it('whose options are numbers may have a long one', () => expect(faults({ options: ['12,500', '40', '7', '900'] })).toEqual([]));

  it('to predict comes before a section that answers it', () => {
    const wanted = { ...CHECK, purpose: 'predict' } as const;
    expect(faults({ purpose: 'predict', after: 1 }, wanted)).toEqual([]);
    expect(faults({ purpose: 'predict', after: 0 }, wanted)).toEqual([]);
    expect(faults({ purpose: 'recall' }, wanted)).toEqual([expect.stringMatching(/is to be predict/)]);
    // the text may ask its reader to guess already
    expect(faults({}, wanted)).toEqual([]);
    for (const after of [-1, 4])
      expect(faults({ purpose: 'predict', after }, wanted)).toEqual([expect.stringMatching(/before the reading/)]);
  });

  it('that is a statement is true or false as ordered', () => {
    const statement = { kind: 'true_false', options: ['True', 'False'], feedback: ['', 'It seems so where bees are calm.'] } as const;
    const part = { ...statement, options: [...statement.options], feedback: [...statement.feedback] };
    expect(faults(part)).toEqual([]);
    expect(faults(part, { ...CHECK, statement: 'false' })).toEqual([expect.stringMatching(/is to be false/)]);
  });

  it('about an order is asked once in a quiz', () => {
    const order = { kind: 'order', correct_options: [0, 1, 2, 3], feedback: [] } satisfies Partial<Question>;
    const ordered = orderQuiz(0, 3, { hasEarlier: false });
    const said = (questions: Question[]) => checkQuizRules({ questions }, ordered, STEPS).map(({ text }) => text);
    const first = question({ purpose: 'predict', after: 0 });
    expect(said([first, question(order), question()])).toEqual([]);
    expect(said([first, question(order), question(order)])).toEqual([expect.stringMatching(/one question at most/)]);
  });

  it('about an order, or answered in words, needs no feedback', () => {
    expect(faults({ kind: 'order', correct_options: [0, 1, 2, 3], feedback: [] })).toEqual([]);
    expect(faults({ kind: 'short', options: [], correct_options: [], rubric: ['Warmth.'], feedback: [] })).toEqual([]);
  });
});

it('a quiz is guessed by length when the right option is the longest, or the shortest, in more than half of its questions', () => {
  const long = question({ options: ['On a still and quite warm day', ...question().options.slice(1)] });
  expect(isGuessedByLength([long, long, question()])).toBe(true);
  expect(isGuessedByLength([long, question(), question()])).toBe(false);
  expect(isGuessedByLength([long, long])).toBe(true);
  expect(isGuessedByLength([long])).toBe(false);
  const short = question({ options: ['When it is warm', ...question().options.slice(1)] });
  expect(isGuessedByLength([short, short, short])).toBe(true);
  expect(isGuessedByLength([short, short, question()])).toBe(false);
  expect(isGuessedByLength([short, long])).toBe(false);
});

describe('a quiz with problems', () => {
  const CONTENT = 'Opening.\n\n## One\n\nText.\n\n## Two\n\nText.';
  const order = orderQuiz(0, 2, { hasEarlier: false });
  const good = question({ purpose: 'predict', after: 1 });
  const bad = question({ question: 'Which of these may be opened?', feedback: [] });
  const quiz = { questions: [good, { ...bad, kind: 'multiple' as const, correct_options: [0, 1] }] };

  it('is requested once more, and then used', () =>
    expect(checkQuizRules(quiz, order, CONTENT)).toMatchObject([
      { keep: 'after_reask', text: expect.stringMatching(/multiple.*feedback/) },
    ]));

  it('of an older release, which had no feedback, keeps none of its questions', () => {
    const { purpose: _purpose, after: _after, feedback: _feedback, ...old } = good;
    expect(faultlessQuestions({ questions: [old as Question] }, order, CONTENT).size).toBe(0);
  });

  it('keeps its sound questions, at their places', () => {
    const kept = faultlessQuestions(quiz, order, CONTENT);
    expect([...kept.keys()]).toEqual([0]);
    const again = question({
      question: 'And which of these?',
      feedback: ['', 'It seems safe, but rain chills.', 'It seems calm.', 'It seems cool enough.'],
    });
    expect(besideKept(kept, { questions: [again] }).questions.map((one) => one.question)).toEqual([good.question, again.question]);
    expect(besideKept(new Map(), quiz)).toEqual({ ...quiz, exercises: [] });
    expect(besideKept(new Map([[1, good]]), { questions: [again] }).questions).toEqual([again, good]);
  });

  it('keeps its exercise', () => {
    const [first, second] = ['Look in', 'Look on'].map((title) => ({ title, instructions: 'Open a hive in May.', solution: '' }));
    expect(besideKept(new Map(), { questions: [good], exercises: [second!] }, [first!]).exercises).toEqual([first]);
    expect(besideKept(new Map(), { questions: [good], exercises: [second!] }).exercises).toEqual([second]);
  });
});
