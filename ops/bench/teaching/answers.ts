import type { QuestionKind, QuestionPurpose } from '#contract/courses/quiz.contract.ts';
import type { QuizDocument } from '#domain/generation/prompts/documents.ts';

type Question = QuizDocument['questions'][number];

/**
 * A hand-written answer: one question as a service would return it. `fault`: the fault according to docs/teaching.md; null for a good one.
 */
export interface TeachingAnswer {
  readonly name: string;
  readonly wanted: { readonly purpose: QuestionPurpose; readonly statement: 'true' | 'false'; readonly kinds: readonly QuestionKind[] };
  readonly question: Question;
  readonly fault: RegExp | null;
}

/** A lesson of four sections: the opening, 'Memory is a poor witness', 'Why three months', 'Few groups'. */
export const SECTIONS = 4;

const GOOD: Question = {
  purpose: 'predict',
  after: 1,
  kind: 'single',
  question: 'Maya writes down from memory what she spends in a month. Which group will she underrate most?',
  options: [
    'The rent, which is her largest payment',
    'Going out, which is many small payments',
    'Insurance, which she pays unwillingly',
    'The train pass, which is paid in advance',
  ],
  explanation: 'Single payments are remembered and their number is not, so what is paid often and in small sums is underrated most.',
  correct_options: [1],
  rubric: [],
  feedback: [
    'A large sum seems easy to get wrong, but one payment a month is remembered to the euro.',
    '',
    'What hurts seems to be pushed away, yet a disliked payment is remembered better, not worse.',
    'It seems out of sight once it is paid, but it comes once a month and always in the same amount.',
  ],
};
const CHECK: Question = {
  ...GOOD,
  purpose: 'check',
  after: 3,
  question: 'In which case do three months of statements still mislead?',
  options: [
    'A bill that comes once a year is missing',
    'A winter coat was bought in one of them',
    'Food cost more in one month than before',
    'Wages were paid at the end of the month',
  ],
  correct_options: [0],
  explanation: 'Three months even out what comes often; what comes once a year falls outside them.',
  feedback: [
    '',
    'It does distort one month, and that is what the other two are there to even out.',
    'Frequent spending varies, and the mean of three months is made for exactly that.',
    'The day of payment changes when money is there, not how much of it is spent.',
  ],
};
const STATEMENT: Question = {
  ...GOOD,
  purpose: 'check',
  after: 4,
  kind: 'true_false',
  question: 'A supermarket bill with a shampoo in it may go to food as a whole.',
  options: ['True', 'False'],
  correct_options: [0],
  explanation: 'An error of five euros changes no decision, and a system that takes an hour a week is dropped.',
  feedback: ['', 'Exactness looks honest, but finer groups cost time and change nothing that you would decide.'],
};
const check = { purpose: 'check', statement: 'true', kinds: ['single', 'multiple', 'true_false', 'short'] } as const;

export const ANSWERS: readonly TeachingAnswer[] = [
  { name: 'a prediction before the section that answers it', wanted: { ...check, purpose: 'predict' }, question: GOOD, fault: null },
  { name: 'a check behind its section, a slip in each wrong option', wanted: check, question: CHECK, fault: null },
  { name: 'a true statement that sounds careless', wanted: check, question: STATEMENT, fault: null },
  {
    name: 'several right of four',
    wanted: check,
    question: {
      ...CHECK,
      kind: 'multiple',
      correct_options: [0, 1],
      feedback: ['', '', CHECK.feedback[2]!, CHECK.feedback[3]!],
    },
    fault: null,
  },
  {
    name: 'a short answer, which has no options to speak of',
    wanted: check,
    question: { ...CHECK, kind: 'short', options: [], correct_options: [], rubric: ['They even out frequent spending.'], feedback: [] },
    fault: null,
  },
  {
    name: 'an order of what has none in the lesson',
    wanted: check,
    question: { ...CHECK, kind: 'order', correct_options: [0, 1, 2, 3], feedback: ['', '', '', ''] },
    fault: /whose order it could ask/,
  },
  {
    name: 'numbers as options, where length tells nothing',
    wanted: check,
    question: { ...CHECK, options: ['1,240 euros', '600', '20', '75'], correct_options: [0] },
    fault: null,
  },
  {
    name: 'three options',
    wanted: check,
    question: { ...CHECK, options: CHECK.options.slice(0, 3), feedback: CHECK.feedback.slice(0, 3) },
    fault: /3 options, and needs 4/,
  },
  {
    name: 'a right option twice as long as the others',
    wanted: check,
    question: {
      ...CHECK,
      options: ['A bill that comes once a year, such as insurance, falls outside all three of them', ...CHECK.options.slice(1)],
    },
    fault: /right option is longer/,
  },
  {
    name: 'feedback on one wrong option of three',
    wanted: check,
    question: { ...CHECK, feedback: ['', CHECK.feedback[1]!, '', ''] },
    fault: /feedback/,
  },
  {
    name: 'feedback that only says wrong',
    wanted: check,
    question: { ...CHECK, feedback: ['', 'Wrong.', 'Wrong.', 'No.'] },
    fault: /feedback/,
  },
  {
    name: 'feedback that names an option by its letter',
    wanted: check,
    question: { ...CHECK, feedback: ['', 'B is wrong because the other two months even it out.', ...CHECK.feedback.slice(2)] },
    fault: /shuffled/,
  },
  {
    name: 'a false statement where a true one was asked for',
    wanted: check,
    question: { ...STATEMENT, correct_options: [1], feedback: [STATEMENT.feedback[1]!, ''] },
    fault: /statement is to be true/,
  },
  {
    name: 'a prediction behind the text',
    wanted: { ...check, purpose: 'predict' },
    question: { ...GOOD, after: 4 },
    fault: /before the reading/,
  },
  {
    name: 'a check where a prediction was asked for',
    wanted: { ...check, purpose: 'predict' },
    question: CHECK,
    fault: /purpose is to be predict/,
  },
];
