import type { QuizItem } from './quiz.contract.ts';

/** Texts that must not be visible before the question is answered. */
export const FEEDBACK = 'Shade is what they seek at noon';

const ask = (id: string, place: Pick<QuizItem, 'after' | 'purpose' | 'recalls'>): QuizItem => ({
  kind: 'single',
  id,
  question: `Question ${id}?`,
  options: [
    { id: 'a', text: `Draught ${id}` },
    { id: 'b', text: `Shade ${id}`, feedback: `${FEEDBACK} (${id}).` },
    { id: 'c', text: `Rain ${id}` },
  ],
  answer_id: 'a',
  explanation: `It cools them (${id}).`,
  ...place,
});

/**
 * Returns a lesson with a question of every purpose and place, which every renderer must show in the same order.
 * @param earlier id of the lesson that it recalls
 */
export const placedLesson = (earlier: string): { readonly content: string; readonly quiz: QuizItem[] } => ({
  content: ['Opening words.', '## The place\n\nA roof is warm.', '## The wind\n\nDraught harms them.'].join('\n\n'),
  quiz: [
    ask('end', { after: 3 }),
    ask('old', { after: 0, purpose: 'recall', recalls: earlier }),
    ask('next', { after: 2, purpose: 'predict' }),
    ask('read', { after: 2 }),
    ask('first', { after: 0, purpose: 'predict' }),
    ask('beyond', { after: 9, purpose: 'recall' }),
  ],
});

/** The expected reading order: questions in the text, its sentences, the questions after it. */
export const IN_ORDER = [
  'Question old?',
  'Question first?',
  'Opening words.',
  'A roof is warm.',
  'Question read?',
  'Question next?',
  'Draught harms them.',
  'Question end?',
  'Question beyond?',
] as const;

/** Returns which of these texts occur in a text, in order of their first occurrence. */
export const metIn = (text: string): string[] =>
  IN_ORDER.filter((words) => text.includes(words)).toSorted((one, other) => text.indexOf(one) - text.indexOf(other));
