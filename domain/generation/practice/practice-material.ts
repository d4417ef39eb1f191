import { createHash } from 'node:crypto';
import { QUIZ_LIMITS, type QuizItem } from '#contract/courses/quiz.contract.ts';
import { NO_PLACE, type ExercisesDocument, type QuizDocument } from '#domain/generation/prompts/documents.ts';
import { sameText } from '#domain/generation/checks/same-text.ts';
import { isUsableQuestion } from './question-validity.ts';

/**
 * Quiz and exercises of a lesson as they are stored and displayed. Options have ids, so their order may change without changing the key.
 */
export interface PracticeMaterial {
  readonly quiz: QuizItem[];
  readonly exercises: { id: string; title: string; instructions: string; solution?: string }[];
}

type Asked = QuizDocument['questions'][number];
/** A question as a model wrote it. Stored answers from before questions had a position lack it. `recalls`: id of the lesson it recalls. */
type QuestionToKeep = Omit<Asked, 'purpose' | 'after' | 'feedback'> &
  Partial<Pick<Asked, 'purpose' | 'after' | 'feedback'>> & { readonly recalls?: string };
type Whole = Asked & Pick<QuestionToKeep, 'recalls'>;

/**
 * Converts a quiz with its exercise: only sound, distinct questions, with shuffled options so that no position is favoured (models tend to
 * prefer one).
 */
export function quizMaterial(
  lessonId: string,
  document: { readonly questions: readonly QuestionToKeep[] } & Partial<ExercisesToKeep>,
): PracticeMaterial {
  const seen = new Set<string>();
  const whole = document.questions.map((one): Whole => ({ purpose: 'check', after: NO_PLACE, feedback: [], ...one }));
  const sound = whole.filter(
    (question) => isUsableQuestion(question) && !seen.has(sameText(question.question)) && seen.add(sameText(question.question)),
  );
  return {
    ...exercisesMaterial({ exercises: document.exercises ?? [] }),
    quiz: sound.map((question, number) => itemOf(question, `q${number + 1}`, lessonId)),
  };
}

/** Returns the stored position and purpose of a question: a missing position is guessed, a missing purpose is `check`. */
function placedBy({ purpose, after, recalls }: Whole): Pick<QuizItem, 'after' | 'purpose' | 'recalls'> {
  return {
    ...(after >= 0 && { after: Math.min(after, QUIZ_LIMITS.after) }),
    ...(purpose !== 'check' && { purpose }),
    ...(purpose === 'recall' && recalls !== undefined && { recalls }),
  };
}

/**
 * Returns the feedback by the options' positions. Some models give it for the wrong options only; feedback that cannot be assigned is
 * dropped.
 */
function feedbackByPlace({ kind, options, correct_options: key, feedback }: Whole): readonly string[] {
  if (kind === 'order' || kind === 'short') return [];
  const wrong = options.flatMap((_, at) => (key.includes(at) ? [] : [at]));
  const isByPlace = feedback.length === options.length;
  if (!isByPlace && feedback.length !== wrong.length) return [];
  return options.map((_, at) => (key.includes(at) ? '' : (feedback[isByPlace ? at : wrong.indexOf(at)] ?? '').trim()));
}

function itemOf(question: Whole, id: string, lessonId: string): QuizItem {
  const common = { id, question: question.question.trim(), explanation: question.explanation.trim(), ...placedBy(question) };
  const { kind } = question;
  if (kind === 'short') return { kind, ...common, rubric: question.rubric.map((point) => point.trim()) };
  const feedback = feedbackByPlace(question);
  const options = question.options.map((text, index) => ({
    id: 'abcdefgh'[index] ?? String(index),
    text: text.trim(),
    ...(feedback[index] && { feedback: feedback[index] }),
  }));
  const right = question.correct_options.map((index) => options[index]!.id);
  const mixed = shuffled(options, `${lessonId}/${id}`);
  if (kind === 'multiple') return { kind, ...common, options: mixed, answer_ids: right };
  // an order question must not be displayed already solved
  if (kind === 'order') {
    const isSolved = mixed.every((option, at) => option.id === right[at]);
    return { kind, ...common, options: isSolved ? [...mixed.slice(1), mixed[0]!] : mixed, answer_ids: right };
  }
  // true always comes before false, whichever is right
  return { kind, ...common, options: kind === 'single' ? mixed : options, answer_id: right[0]! };
}

type Exercise = ExercisesDocument['exercises'][number];

/** Stored answers from before exercises had a solution lack it. */
interface ExercisesToKeep {
  readonly exercises: readonly (Omit<Exercise, 'solution'> & Partial<Pick<Exercise, 'solution'>>)[];
}

/** Converts exercises. */
export function exercisesMaterial(document: ExercisesToKeep): PracticeMaterial {
  const sound = document.exercises.filter((exercise) => exercise.title.trim() && exercise.instructions.trim().length > 20);
  return {
    quiz: [],
    exercises: sound.map((exercise, number) => ({
      id: `e${number + 1}`,
      title: exercise.title.trim(),
      instructions: exercise.instructions.trim(),
      ...(exercise.solution?.trim() && { solution: exercise.solution.trim() }),
    })),
  };
}

/** Shuffles deterministically: a step repeated after a crash shows the same quiz. */
function shuffled<T extends { id: string }>(items: readonly T[], seed: string): T[] {
  const rank = (item: T) => createHash('sha256').update(`${seed}/${item.id}`).digest('hex');
  return items.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
