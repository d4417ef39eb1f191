import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import { NO_PLACE, type ExercisesDocument, type QuizDocument } from '#domain/generation/prompts/documents.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';
import { isTelling } from '#domain/generation/practice/quiz-rules.ts';
import { shuffle } from '../seeded-random.ts';
import { asWritten, isOnLearning, type LibraryQuestion } from './read-library.ts';
import type { CoursePlan, Unit } from './course-plan.ts';
import { exerciseTask, solutionText, isOf, placeIn, takeawaysOf, termsIn } from './lesson-text.ts';
import { fill, phrasesOf } from './phrases.ts';

export type Question = QuizDocument['questions'][number];

const OPTIONS = 4;
const POINTS = 4;
/** The product accepts a quiz with this many questions fewer than requested. */
const MISSING = 1;

/** A question that the product places by itself. */
const UNPLACED = { purpose: 'check', after: NO_PLACE } as const;

/**
 * Returns the hand-written questions on a lesson's text, and on earlier lessons.
 * @param recalls title of the only lesson that may be recalled; absent for all
 */
function writtenQuestions(plan: CoursePlan, unit: Unit, recalls?: string | null): Question[] {
  const { several } = phrasesOf(plan.brief.language);
  return unit.lesson.questions
    .filter((question) => isOf(unit, question) && isTaughtBefore(plan, unit, question, recalls))
    .map((question) => ({
      ...asWritten({ ...question, after: placeIn(unit, question) }),
      question: question.kind === 'multiple' ? `${question.question} ${several}` : question.question,
    }));
}

/** Tells whether the lesson that a question recalls comes before its own in this course. */
function isTaughtBefore({ modules }: CoursePlan, { course, lesson }: Unit, { recalls }: LibraryQuestion, title?: string | null): boolean {
  if (recalls === null) return true;
  const units = modules.flatMap((module) => module.units);
  const own = units.findIndex((one) => one.course === course && one.lesson.file === lesson.file);
  return units
    .slice(0, Math.max(0, own))
    .some((one) => one.course === course && one.lesson.numbers.includes(recalls) && (title === undefined || one.lesson.title === title));
}

/** Returns all questions on a lesson: the library's, then those derived from its glossary and its objectives. */
export const questionsOn = (plan: CoursePlan, unit: Unit): Question[] =>
  [...writtenQuestions(plan, unit), ...madeQuestions(plan, unit)].filter(isUsableQuestion);

const madeQuestions = (plan: CoursePlan, unit: Unit): Question[] => [...termQuestions(plan, unit), ...objectiveQuestions(plan, unit)];

/**
 * Returns 'Which term means …?' questions for the lesson's terms; wrong options are terms of the course that the lesson does not mention.
 */
function termQuestions({ brief }: CoursePlan, unit: Unit): Question[] {
  const own = termsIn(unit, unit.sections.join('\n'));
  const stated = new Set(termsIn(unit, JSON.stringify([unit.lesson, own])).map(({ term }) => term));
  const meanings = new Map(unit.course.head.glossary.map((entry) => [entry.term, entry.definition]));
  const others = [...meanings.keys()].filter((term) => !stated.has(term));
  return own.map(({ term, definition }): Question => {
    const options = shuffle([term, ...wrongTerms(term, others)], `${term} options`);
    return {
      ...UNPLACED,
      // what a wrong term means instead
      feedback: options.map((option) => (option === term ? '' : `${option}: ${meanings.get(option)}`)),
      kind: 'single',
      question: fill(phrasesOf(brief.language).which_term, { definition }),
      options,
      correct_options: [options.indexOf(term)],
      explanation: `${term}: ${definition}`,
      rubric: [],
    };
  });
}

/** Returns other terms, if possible one of about the right one's length, so that the length does not reveal the answer. */
function wrongTerms(term: string, others: readonly string[]): string[] {
  const mixed = shuffle(others, `${term} others`);
  const alike = mixed.filter((other) => !isTelling([term, other], 0)).slice(0, 1);
  return [...new Set([...alike, ...mixed])].slice(0, OPTIONS - 1);
}

/** Returns an objective of the lesson, to be met in the learner's own words; the takeaways are the rubric. */
function objectiveQuestions({ brief }: CoursePlan, unit: Unit): Question[] {
  const own = takeawaysOf(unit);
  return unit.objectives.map((objective) => ({
    ...UNPLACED,
    feedback: [],
    kind: 'short',
    question: `${objective.replace(/[.。]$/, '')}. ${phrasesOf(brief.language).briefly}`,
    options: [],
    correct_options: [],
    explanation: own.join(' '),
    rubric: own.slice(0, POINTS),
  }));
}

/** Questions with a place come first, and of these predictions, so that a shorter quiz keeps the questions in the text. */
const rankOf = ({ purpose, after }: Question): number => (purpose === 'predict' ? 0 : after !== NO_PLACE ? 1 : 2);

/** A request for a quiz. `recalls`: title of the lesson that a question may recall; `kept`: its existing questions. */
export interface QuizWish {
  readonly kinds: readonly QuestionKind[];
  readonly statement?: unknown;
  readonly recalls?: string | null;
  readonly kept?: readonly string[];
}

/**
 * Chooses questions: a prediction and a recall if available, then one of the right kind for each place, else the next of any kind. Uses
 * derived questions only if the product needs more.
 */
export function quizOf(
  plan: CoursePlan,
  unit: Unit,
  count: number,
  { kinds, statement, recalls, kept = [] }: QuizWish,
): { questions: Question[] } {
  // a true/false statement must have the requested truth value
  const isAsAsked = ({ kind, correct_options: [right] }: Question) =>
    kind !== 'true_false' || statement === undefined || (right === 0) === (statement === 'true');
  const written = writtenQuestions(plan, unit, recalls).filter(isAsAsked);
  const enough = Math.max(1, count - MISSING, written.length);
  const left = [...written, ...madeQuestions(plan, unit)]
    .filter((question) => isUsableQuestion(question) && !kept.includes(question.question))
    .slice(0, enough)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const places: (QuestionKind | undefined)[] = Array.from({ length: count }, (_, at) => kinds[at]);
  const first = (['predict', 'recall'] as const).flatMap((purpose) => {
    const at = left.findIndex((one) => one.purpose === purpose);
    return at < 0 ? [] : left.splice(at, 1);
  });
  for (const { kind } of first) places.splice(Math.max(0, places.indexOf(kind)), 1);
  const take = (kind: QuestionKind | undefined): Question[] => {
    const at = [left.findIndex((one) => one.kind === kind), left.findIndex(({ purpose }) => purpose === 'check')].find(
      (place) => place >= 0,
    );
    return left.splice(at ?? 0, 1);
  };
  return { questions: [...first, ...places.flatMap(take)].slice(0, count) };
}

/** Returns the lesson's exercise if its author wrote one. One derived from its objectives would be the same for every subject. */
export function exercisesOf({ brief }: CoursePlan, { lesson, course }: Unit): ExercisesDocument {
  const { title, exercise } = lesson;
  if (!exercise) return { exercises: [] };
  return {
    exercises: [{ title, instructions: exerciseTask(exercise, brief, isOnLearning(course)), solution: solutionText(exercise, brief) }],
  };
}
