import { isRightChoice, kindOf, optionsOf, type QuestionKind, type QuizItem } from '#contract/courses/quiz.contract.ts';
import type { QuizAnswer } from '#domain/generation/prompts/documents.ts';
import { placesOf } from '#domain/vendors/llm/option-keys.ts';

/** Returns an option's name, by its displayed position: a number if the options are letters themselves, such as notes. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRST';
const IS_LETTER = /^[a-z]$/i;
const nameOf = (choices: readonly string[], place: number): string =>
  choices.some((text) => IS_LETTER.test(text.trim())) ? String(place + 1) : LETTERS[place]!;

/** A question as its checker sees it. For a free-text question, `options` are the points of a full answer. */
interface BlindQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
}

/** Whether a question stays in its quiz. */
export interface QuestionVerdict {
  readonly question_id: string;
  readonly ok: boolean;
  /** The answering service's reason. */
  readonly reason: string;
  /** For a free-text question, the places in its rubric of the points that were confirmed. Absent from older verdicts, which mean all. */
  readonly points?: readonly number[];
}

const choicesOf = (item: QuizItem): readonly string[] => (item.kind === 'short' ? item.rubric : optionsOf(item).map(({ text }) => text));

/**
 * Returns a quiz without anything that reveals its key: no key, no explanation, and options named by their displayed position, since stored
 * ids follow the author's order, in which the right option often comes first. In this form, even the service that wrote the quiz can check
 * it (decision A34).
 */
export const blindQuiz = (quiz: readonly QuizItem[]): BlindQuestion[] =>
  quiz.map((item) => ({
    id: item.id,
    kind: kindOf(item),
    question: item.question,
    options: choicesOf(item).map((text, place, choices) => ({ id: nameOf(choices, place), text })),
  }));

/** Returns the positions that an answer names, by ids or texts; null when one of its names is no option of the question, or several. */
function placesIn(item: QuizItem, { answer }: QuizAnswer): readonly number[] | null {
  const texts = choicesOf(item);
  const places = placesOf(answer, { texts, labels: texts.map((_, place) => nameOf(texts, place)) });
  return places.every((place) => place !== null) ? places : null;
}

/** Returns the ids of questions whose answer is missing or names no option: they are asked once more. */
export function unansweredQuestions(quiz: readonly QuizItem[], answers: readonly QuizAnswer[]): string[] {
  const isAnswered = (item: QuizItem) => {
    const own = answers.filter(({ question_id: id }) => id === item.id);
    return own.length > 0 && own.every((answer) => placesIn(item, answer) !== null);
  };
  return quiz.filter((item) => !isAnswered(item)).map(({ id }) => id);
}

/** Returns how many points of a rubric must be confirmed for its question to stay: half of them, and at least one. */
export const leastPoints = (rubric: readonly string[]): number => Math.max(1, Math.ceil(rubric.length / 2));

/** Returns the verdict on a free-text question: a point that one of its answers does not name is not confirmed. */
function comparePoints(item: QuizItem & { kind: 'short' }, own: readonly QuizAnswer[]): QuestionVerdict {
  const named = own.map((answer) => new Set((answer.answerable && placesIn(item, answer)) || []));
  const points = [...item.rubric.keys()].filter((place) => named.every((places) => places.has(place)));
  const doubted = named.findIndex((places) => places.size < item.rubric.length);
  return { question_id: item.id, ok: points.length >= leastPoints(item.rubric), reason: own[Math.max(doubted, 0)]!.reason, points };
}

/**
 * Compares answers with the key. A question is agreed with only if every answer to it (a model may give two) matches the key and says that
 * the lesson decides it; a free-text question, if the lesson contains at least half of its points: a doubtful point loses the point alone.
 * @returns a verdict for each question that was answered
 */
export function compareAnswers(quiz: readonly QuizItem[], answers: readonly QuizAnswer[]): QuestionVerdict[] {
  return quiz.flatMap((item) => {
    const own = answers.filter(({ question_id: id }) => id === item.id);
    if (own.length === 0) return [];
    if (item.kind === 'short') return [comparePoints(item, own)];
    const isKey = (answer: QuizAnswer) => {
      const places = placesIn(item, answer);
      if (places === null || !answer.answerable) return false;
      const ids = optionsOf(item).map(({ id }) => id);
      return isRightChoice(
        item,
        places.map((place) => ids[place]!),
      );
    };
    const doubted = own.find((answer) => !isKey(answer));
    return [{ question_id: item.id, ok: doubted === undefined, reason: (doubted ?? own[0]!).reason }];
  });
}
