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
/** The product takes a quiz with so many questions fewer than it asked for. */
const MISSING = 1;

/** A question that the product places by itself. */
const UNPLACED = { purpose: 'check', after: NO_PLACE } as const;

/** The hand-written questions on what a lesson's text has, and on lessons before it. @param recalls title of the only one that may be recalled; all */
function writtenQuestions(plan: CoursePlan, unit: Unit, recalls?: string | null): Question[] {
  const { several } = phrasesOf(plan.brief.language);
  return unit.lesson.questions
    .filter((question) => isOf(unit, question) && isTaughtBefore(plan, unit, question, recalls))
    .map((question) => ({
      ...asWritten({ ...question, after: placeIn(unit, question) }),
      question: question.kind === 'multiple' ? `${question.question} ${several}` : question.question,
    }));
}

/** Whether the lesson that a question recalls stands before its own in this course. */
function isTaughtBefore({ modules }: CoursePlan, { course, lesson }: Unit, { recalls }: LibraryQuestion, title?: string | null): boolean {
  if (recalls === null) return true;
  const units = modules.flatMap((module) => module.units);
  const own = units.findIndex((one) => one.course === course && one.lesson.file === lesson.file);
  return units
    .slice(0, Math.max(0, own))
    .some((one) => one.course === course && one.lesson.numbers.includes(recalls) && (title === undefined || one.lesson.title === title));
}

/** All questions on a lesson: those of the library, then those that its glossary and its objectives yield. */
export const questionsOn = (plan: CoursePlan, unit: Unit): Question[] =>
  [...writtenQuestions(plan, unit), ...madeQuestions(plan, unit)].filter(isUsableQuestion);

const madeQuestions = (plan: CoursePlan, unit: Unit): Question[] => [...termQuestions(plan, unit), ...objectiveQuestions(plan, unit)];

/** 'Which term means …?' for the terms of the lesson; the wrong options are terms of the course that it does not speak of. */
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

/** Other terms, one of them about as long as the right one where there is such: it must not be told by its length. */
function wrongTerms(term: string, others: readonly string[]): string[] {
  const mixed = shuffle(others, `${term} others`);
  const alike = mixed.filter((other) => !isTelling([term, other], 0)).slice(0, 1);
  return [...new Set([...alike, ...mixed])].slice(0, OPTIONS - 1);
}

/** An objective of the lesson, to be met in the learner's own words; the takeaways are the rubric. */
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

/** Those with a place first, of these predictions: when fewer are asked for, the lesson keeps its questions in the text. */
const rankOf = ({ purpose, after }: Question): number => (purpose === 'predict' ? 0 : after !== NO_PLACE ? 1 : 2);

/** What is asked of a quiz. `recalls`: title of the lesson that a question may recall; `kept`: questions that it has. */
export interface QuizWish {
  readonly kinds: readonly QuestionKind[];
  readonly statement?: unknown;
  readonly recalls?: string | null;
  readonly kept?: readonly string[];
}

/**
 * Chooses questions: a prediction and a recall where there are any, then for each place one of its kind, else the next of any. Others than the
 * library's only when the product needs more.
 */
export function quizOf(
  plan: CoursePlan,
  unit: Unit,
  count: number,
  { kinds, statement, recalls, kept = [] }: QuizWish,
): { questions: Question[] } {
  // a statement that is not true or false as it was asked for is none
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

/** The exercise of a lesson: one that its author wrote, or none. What its objectives would yield is the same for every subject. */
export function exercisesOf({ brief }: CoursePlan, { lesson, course }: Unit): ExercisesDocument {
  const { title, exercise } = lesson;
  if (!exercise) return { exercises: [] };
  return {
    exercises: [{ title, instructions: exerciseTask(exercise, brief, isOnLearning(course)), solution: solutionText(exercise, brief) }],
  };
}
