import * as z from 'zod/mini';

/** Question kinds: a single option, true or false, all right options, options in order, or a short text. */
export const QUESTION_KINDS = ['single', 'true_false', 'multiple', 'order', 'short'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/**
 * The purpose of a question: `predict` is asked before the text that answers it, `check` after it, `recall` asks about an earlier lesson.
 * Old questions have none and count as `check`.
 */
export const QUESTION_PURPOSES = ['predict', 'check', 'recall'] as const;
export type QuestionPurpose = (typeof QUESTION_PURPOSES)[number];

/** Maximum length of a text answer, and limits of a question's parts. `after`: the highest number of sections before a question. */
export const ANSWER_LENGTH = 2_000;
export const QUIZ_LIMITS = { questions: 20, options: 8, text: 500, explanation: 2_000, feedback: 500, points: 8, after: 1_000 } as const;

/**
 * Place and purpose of a question. `after`: the number of sections of the lesson's text before it (`sectionsOf`): 0 for before the text,
 * the number of sections or more for after it; absent in old questions, whose place is guessed (`placeQuestions`). `recalls`: the
 * `lesson_id` of the earlier lesson of a `recall` question, if known.
 */
const placed = {
  after: z.optional(z.int().check(z.gte(0), z.lte(QUIZ_LIMITS.after))),
  purpose: z.optional(z.enum(QUESTION_PURPOSES)),
  recalls: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
};

/**
 * `feedback`: why somebody would choose this wrong option, and why it is wrong; a right option has none. It reveals the key: send
 * unanswered questions through `optionsOf`, which omits it.
 */
const option = z.object({ id: z.string(), text: z.string(), feedback: z.optional(z.string()) });
const common = { id: z.string(), question: z.string(), explanation: z.string(), ...placed };

/** Options keep their ids when shuffled; `answer_id` is the right option. Old questions have no kind and count as `single`. */
const oneRight = z.object({
  kind: z.optional(z.enum(['single', 'true_false'])),
  ...common,
  options: z.array(option),
  answer_id: z.string(),
});
/** `answer_ids`: all the right options, or all options in the right order. */
const severalRight = z.object({
  kind: z.enum(['multiple', 'order']),
  ...common,
  options: z.array(option),
  answer_ids: z.array(z.string()),
});
/**
 * Answered with a text, which a service grades by the `rubric`: the points of a full answer. Rubric and explanation stay on the server
 * until the reader has answered, so here they are empty.
 */
const inWords = z.object({ kind: z.literal('short'), ...common, rubric: z.array(z.string()) });

export const quizItemSchema = z.discriminatedUnion('kind', [inWords, severalRight, oneRight]);
export type QuizItem = z.infer<typeof quizItemSchema>;

export const kindOf = ({ kind = 'single' }: Pick<QuizItem, 'kind'>): QuestionKind => kind;

export const purposeOf = ({ purpose = 'check' }: Pick<QuizItem, 'purpose'>): QuestionPurpose => purpose;

/** Returns the options of a question as they may be seen before it is answered, without feedback; none for a text answer. */
export const optionsOf = (item: QuizItem): { readonly id: string; readonly text: string }[] =>
  item.kind === 'short' ? [] : item.options.map(({ id, text }) => ({ id, text }));

/** The feedback of a wrong option that the reader chose. */
export const optionFeedbackSchema = z.object({ option_id: z.string(), text: z.string() });
export type OptionFeedback = z.infer<typeof optionFeedbackSchema>;

/**
 * Returns the feedback of a question's wrong options, in their order. It reveals the key: only for readers who have answered, or may see
 * the key.
 * @param chosen the chosen options; absent for all options
 */
export function feedbackOf(item: QuizItem, chosen?: readonly string[]): OptionFeedback[] {
  if (item.kind === 'short') return [];
  const right = rightIdsOf(item);
  return item.options.flatMap(({ id, feedback = '' }) =>
    feedback !== '' && !right.includes(id) && (chosen?.includes(id) ?? true) ? [{ option_id: id, text: feedback }] : [],
  );
}

/** Returns the ids of the right options, in order for an order question; none for a text answer. */
export function rightIdsOf(item: QuizItem): string[] {
  if (item.kind === 'short') return [];
  return 'answer_ids' in item ? item.answer_ids : [item.answer_id];
}

/**
 * Tells whether a choice is a valid answer: only options of the question, no duplicates, exactly one for single choice, all for an order
 * question.
 */
export function isWholeChoice(item: QuizItem, chosen: readonly string[]): boolean {
  const ids = optionsOf(item).map(({ id }) => id);
  const fits = {
    single: chosen.length === 1,
    true_false: chosen.length === 1,
    multiple: chosen.length > 0,
    order: chosen.length === ids.length,
  };
  const kind = kindOf(item);
  return kind !== 'short' && fits[kind] && new Set(chosen).size === chosen.length && chosen.every((id) => ids.includes(id));
}

/** Tells whether a choice is right. Order matters only for order questions. */
export function isRightChoice(item: QuizItem, chosen: readonly string[]): boolean {
  const sorted = (ids: readonly string[]) => (item.kind === 'multiple' ? ids.toSorted() : ids).join(' ');
  return isWholeChoice(item, chosen) && sorted(chosen) === sorted(rightIdsOf(item));
}

/** Returns a question without the parts that must stay on the server until it is answered. */
export const withoutRubric = (item: QuizItem): QuizItem => (item.kind === 'short' ? { ...item, rubric: [], explanation: '' } : item);

/**
 * Returns a question as it may be seen before it is answered, for readers whose answers are graded: without its key, its explanation and
 * its feedback.
 */
export function withoutKey(item: QuizItem): QuizItem {
  if (item.kind === 'short') return withoutRubric(item);
  const asked = { explanation: '', options: optionsOf(item) };
  return 'answer_ids' in item ? { ...item, ...asked, answer_ids: [] } : { ...item, ...asked, answer_id: '' };
}

/** Tells whether a question carries its key, which `withoutKey` removes. */
export const hasKey = (item: QuizItem): boolean => rightIdsOf(item).some((id) => id !== '');

/** Tells whether a question can be answered: it has two distinct options or more, and its right ones are among them. */
export function isAnswerable(item: QuizItem): boolean {
  if (item.kind === 'short') return true;
  const ids = optionsOf(item).map(({ id }) => id);
  return ids.length >= 2 && new Set(ids).size === ids.length && isWholeChoice(item, rightIdsOf(item));
}

/**
 * Tells whether an edited question is valid: it has a text, distinct options, as many right ones as its kind requires, and no feedback on a
 * right one.
 */
export function isWellFormed(item: QuizItem): boolean {
  if (item.question.trim() === '') return false;
  if (item.kind === 'short') return true;
  const ids = optionsOf(item).map(({ id }) => id);
  const texts = optionsOf(item).map(({ text }) => text.trim());
  const isDistinct = [ids, texts].every((all) => new Set(all).size === all.length && !all.includes(''));
  const isOfTwo = item.kind !== 'true_false' || ids.length === 2;
  const isTold = 'options' in item && item.options.some(({ id, feedback = '' }) => feedback !== '' && rightIdsOf(item).includes(id));
  return isOfTwo && isDistinct && !isTold && isAnswerable(item);
}

/** Limits of a stored question, which may come from a service or a file; wider than the editor's. */
export const STORED_QUESTION = { id: 60, text: 2_000, explanation: 5_000, feedback: 2_000, options: 10, points: 20 } as const;
const stored = (most: number) => z.string().check(z.maxLength(most));
const storedCommon = {
  id: stored(STORED_QUESTION.id),
  question: stored(STORED_QUESTION.text),
  explanation: stored(STORED_QUESTION.explanation),
};
const storedOptions = z
  .array(
    z.object({
      id: stored(STORED_QUESTION.id),
      text: stored(STORED_QUESTION.text),
      feedback: z.optional(stored(STORED_QUESTION.feedback)),
    }),
  )
  .check(z.maxLength(STORED_QUESTION.options));
/** A stored question, with a limit for each of its parts. */
export const storedQuizItemSchema = z.discriminatedUnion('kind', [
  z.extend(inWords, { ...storedCommon, rubric: z.array(stored(STORED_QUESTION.text)).check(z.maxLength(STORED_QUESTION.points)) }),
  z.extend(severalRight, {
    ...storedCommon,
    options: storedOptions,
    answer_ids: z.array(stored(STORED_QUESTION.id)).check(z.maxLength(STORED_QUESTION.options)),
  }),
  z.extend(oneRight, { ...storedCommon, options: storedOptions, answer_id: stored(STORED_QUESTION.id) }),
]);

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const editedCommon = {
  id: text(60).check(z.minLength(1)),
  question: text(QUIZ_LIMITS.text).check(z.minLength(1)),
  explanation: text(QUIZ_LIMITS.explanation),
};
const editedOptions = z
  .array(
    z.object({
      id: text(60).check(z.minLength(1)),
      text: text(QUIZ_LIMITS.text).check(z.minLength(1)),
      feedback: z.optional(text(QUIZ_LIMITS.feedback)),
    }),
  )
  .check(z.minLength(2), z.maxLength(QUIZ_LIMITS.options));
const editedItem = z.discriminatedUnion('kind', [
  z.extend(inWords, {
    ...editedCommon,
    rubric: z.array(text(QUIZ_LIMITS.text).check(z.minLength(1))).check(z.maxLength(QUIZ_LIMITS.points)),
  }),
  z.extend(severalRight, {
    ...editedCommon,
    options: editedOptions,
    answer_ids: z.array(text(60)).check(z.maxLength(QUIZ_LIMITS.options)),
  }),
  z.extend(oneRight, { ...editedCommon, options: editedOptions, answer_id: text(60) }),
]);

/** Questions as an editor sends them. A `short` one without a rubric, or without a full answer, retains its stored one. */
export const editedQuizSchema = z.array(editedItem).check(
  z.maxLength(QUIZ_LIMITS.questions),
  z.refine((items) => items.every(isWellFormed), 'A question is incomplete.'),
  z.refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Two questions have the same id.'),
);
