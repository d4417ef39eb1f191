import { sectionsOf } from '#contract/courses/place-questions.ts';
import { QUESTION_KINDS, type QuestionKind, type QuestionPurpose } from '#contract/courses/quiz.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { NO_PLACE, type QuizDocument } from '#domain/generation/prompts/documents.ts';
import { isUsableQuestion, namesPlaces } from './question-validity.ts';

/**
 * What is asked of a quiz. `kinds`: of which its author chooses by what the lesson has; `purposes`: of its questions, in order; `statement`:
 * whether the statement of a true-or-false question must be true.
 */
export interface QuizOrder {
  readonly count: number;
  readonly kinds: readonly QuestionKind[];
  readonly purposes: readonly QuestionPurpose[];
  readonly statement: 'true' | 'false';
}

type Question = QuizDocument['questions'][number];
type Exercise = Required<QuizDocument>['exercises'][number];

/**
 * Orders a quiz according to docs/teaching.md: a question asked before the reading, one on an earlier lesson if there is any, then checks.
 * The author chooses kinds by what is asked. Statements are true in every second lesson, so that over a course guessing does not pay.
 * @param lesson its number in the course, from 0
 */
export function orderQuiz(lesson: number, count: number, { hasEarlier }: { readonly hasEarlier: boolean }): QuizOrder {
  const recalls = hasEarlier && count > 2;
  return {
    count,
    kinds: QUESTION_KINDS,
    purposes: Array.from({ length: count }, (_, at) => (at === 0 && count > 1 ? 'predict' : at === 1 && recalls ? 'recall' : 'check')),
    statement: lesson % 2 === 0 ? 'true' : 'false',
  };
}

/** What an earlier lesson taught, for a question that recalls it. */
export interface EarlierLesson {
  readonly lesson_id: string;
  readonly title: string;
  readonly key_takeaways: readonly string[];
  /** Those that it defines; none in courses without a plan. */
  readonly terms?: readonly { readonly term: string; readonly meaning: string }[];
}

/** Returns the words of a heading. */
const headingOf = (section: string): string => /^## +(.*)/.exec(section.trimStart())?.[1]?.trim() ?? '';

/**
 * Returns the variables of the prompt for a quiz.
 * @param content the lesson's text, in Markdown
 * @param given `kept`: earlier questions by their positions in the order, which are not requested again
 */
export function quizVariables(
  order: QuizOrder,
  content: string,
  { earlier = null, kept = new Map() }: { readonly earlier?: EarlierLesson | null; readonly kept?: ReadonlyMap<number, Question> } = {},
): Readonly<Record<'practice' | 'earlier' | 'kept', unknown>> {
  const purposes = order.purposes.filter((_, at) => !kept.has(at));
  const { lesson_id: _, ...taught } = earlier ?? { lesson_id: '' };
  return {
    practice: {
      kind: 'quiz',
      count: purposes.length,
      kinds: order.kinds,
      purposes,
      statement: order.statement,
      sections: sectionsOf(content).map((section, at) => `${at + 1}. ${headingOf(section)}`.trim()),
    },
    earlier: earlier !== null && purposes.includes('recall') ? taught : null,
    kept: [...kept.values()].map(({ question }) => question),
  };
}

/** The default purpose of a question that states none. */
const UNSAID = { purpose: 'check', after: NO_PLACE, feedback: [] as string[] } as const;

/** Returns the questions of a quiz to keep, by their positions in its order: usable ones without a fault. */
export function faultlessQuestions({ questions }: QuizDocument, order: QuizOrder, content: string): Map<number, Question> {
  const sections = sectionsOf(content).length;
  return new Map(
    // an answer that an older release has stored lacks them
    [...questions.map((one): Question => ({ ...UNSAID, ...one })).entries()].filter(
      ([at, question]) =>
        at < order.count && isUsableQuestion(question) && questionFaults(question, wantedAt(order, at), sections).length === 0,
    ),
  );
}

/** Merges an answer with the questions that are kept. @param before exercises to keep; none: the answer's */
export function besideKept(
  kept: ReadonlyMap<number, Question>,
  { questions, exercises = [] }: QuizDocument,
  before: readonly Exercise[] = [],
): Required<QuizDocument> {
  const left = [...questions];
  const count = kept.size + left.length;
  return {
    questions: Array.from({ length: count }, (_, at) => kept.get(at) ?? left.shift()).filter((one) => one !== undefined),
    exercises: before.length > 0 ? [...before] : exercises,
  };
}

const wantedAt = (order: QuizOrder, at: number): Wanted => ({
  purpose: order.purposes[at] ?? 'check',
  statement: order.statement,
});

/**
 * Checks a quiz according to docs/teaching.md. Only the faulty questions are requested once more (`faultlessQuestions`); then the quiz is
 * used as it is.
 */
export function checkQuizRules({ questions }: QuizDocument, order: QuizOrder, content: string): AnswerProblem[] {
  const sections = sectionsOf(content).length;
  const faults = questions.flatMap((question, at) =>
    isUsableQuestion(question)
      ? questionFaults(question, wantedAt(order, at), sections).map((fault) => `a question of the kind ${question.kind}: ${fault}`)
      : [],
  );
  if (questions.filter(({ kind }) => kind === 'order').length > MOST_ORDERS)
    faults.push('one question at most is of the kind order: ask what the others ask as single or multiple');
  if (isGuessedByLength(questions))
    faults.push('the right option is the longest one, or the shortest, in most of them: make the options of a question equally long');
  return [...new Set(faults)].map((text) => problem(text, { keep: 'after_reask' }));
}

const MOST_ORDERS = 1;

/** For questions of single or multiple choice. */
export const FEWEST_OPTIONS = 4;
/** A right option that is this much longer than all others gives itself away. */
const TELLING = 1.15;
/** In characters: shorter feedback explains neither why a reader would choose the option nor why it is wrong. */
const LEAST_FEEDBACK = 12;

/** Tells whether every wrong option of a choice question has feedback. */
export function hasFeedback({
  kind,
  options,
  correct_options: key,
  feedback,
}: Pick<Question, 'kind' | 'options' | 'correct_options' | 'feedback'>): boolean {
  const isChosen = kind === 'single' || kind === 'multiple' || kind === 'true_false';
  return !isChosen || options.every((_, at) => key.includes(at) || (feedback[at] ?? '').trim().length >= LEAST_FEEDBACK);
}

/** The ordered properties of a question. */
interface Wanted {
  readonly purpose: QuestionPurpose;
  readonly statement: QuizOrder['statement'];
}

/** Only options longer than this, in characters, are compared: the length of a number or a name gives nothing away. */
const COMPARED = 16;

/**
 * Returns the violations of docs/teaching.md in a usable question, worded for its author. They do not make it unusable: it is requested
 * once more.
 * @param sections of the lesson's text
 */
export function questionFaults(question: Question, { purpose, statement }: Wanted, sections: number): string[] {
  const { kind, options, correct_options: key, feedback, after } = question;
  const faults: string[] = [];
  const isChoice = kind === 'single' || kind === 'multiple';
  if (isChoice && options.length < FEWEST_OPTIONS) faults.push(`it has ${options.length} options, and needs ${FEWEST_OPTIONS}`);
  if (!hasFeedback(question)) faults.push('its wrong options need feedback each, in the order of `options`');
  if ([question.explanation, ...feedback].some(namesPlaces))
    faults.push('its feedback or explanation names options by letters or places, and they are shuffled: say their words');
  if (kind === 'single' && isTelling(options, key[0]!))
    faults.push('its right option is longer than the others: shorten it, or say the others as precisely');
  if (kind === 'true_false' && key[0] !== (statement === 'true' ? 0 : 1)) faults.push(`its statement is to be ${statement}`);
  // another purpose is as good: earlier lessons may yield no question
  if (purpose === 'predict' && question.purpose !== 'predict' && question.purpose !== 'check')
    faults.push('its purpose is to be predict, or check');
  if (question.purpose === 'predict' && sections > 1 && (after < 0 || after >= sections))
    faults.push('it is asked before the reading that answers it: its `after` is the number of the section before that');
  return faults;
}

/** Tells whether a right option is so much longer than all others that its length gives it away. */
export function isTelling(options: readonly string[], right: number): boolean {
  const lengths = options.map((option) => [...option.trim()].length);
  const others = lengths.filter((_, at) => at !== right);
  return lengths[right]! > COMPARED && lengths[right]! > Math.max(...others) * TELLING;
}

/** Maximum share of single-choice questions whose right option may be the longest, by however little. */
const MOST_ALIKE = 0.5;
const FEWEST_COMPARED = 2;
/**
 * This many occur with the shortest option by chance once in sixty quizzes; unlike the longest, nobody writes the shortest out of habit.
 */
const FEWEST_SHORTEST = 3;

/** Returns the position of the only longest, or only shortest, option; null when several are equally long. */
export function aloneBy(which: 'longest' | 'shortest', options: readonly string[]): number | null {
  const lengths = options.map((option) => [...option.trim()].length);
  const end = which === 'longest' ? Math.max(...lengths) : Math.min(...lengths);
  return lengths.filter((one) => one === end).length === 1 ? lengths.indexOf(end) : null;
}

/** Tells whether always choosing the longest option, or the shortest, pays in this quiz. */
export function isGuessedByLength(questions: readonly Question[]): boolean {
  const compared = questions.filter(({ kind, options }) => kind === 'single' && options.length > 1);
  const count = (which: 'longest' | 'shortest') =>
    compared.filter(({ options, correct_options: [right] }) => aloneBy(which, options) === right).length;
  const isLongest = compared.length >= FEWEST_COMPARED && count('longest') > compared.length * MOST_ALIKE;
  return isLongest || (compared.length >= FEWEST_SHORTEST && count('shortest') === compared.length);
}
