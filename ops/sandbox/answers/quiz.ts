import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';
import { shuffle } from '../seeded-random.ts';
import type { CoursePlan, Unit } from './course-plan.ts';
import { exerciseText, isOf, takeawaysOf, termsIn } from './lesson-text.ts';
import { fill, phrasesOf } from './phrases.ts';

export interface Question {
  kind: QuestionKind;
  question: string;
  options: string[];
  correct_options: number[];
  explanation: string;
  rubric: string[];
}

const OPTIONS = 4;
const POINTS = 4;
/** The product takes a quiz with so many questions fewer than it asked for. */
const MISSING = 1;

/** The hand-written questions on what a lesson's text has. */
function writtenQuestions({ brief }: CoursePlan, unit: Unit): Question[] {
  return unit.lesson.questions
    .filter((question) => isOf(unit, question))
    .map(({ kind, question, right, options, explanation, rubric }) => ({
      kind,
      question: kind === 'multiple' ? `${question} ${phrasesOf(brief.language).several}` : question,
      explanation,
      options: [...options],
      correct_options: [...right],
      rubric: [...rubric],
    }));
}

/** All questions on a lesson: those of the library, then those that its glossary and its objectives yield. */
export const questionsOn = (plan: CoursePlan, unit: Unit): Question[] =>
  [...writtenQuestions(plan, unit), ...termQuestions(plan, unit), ...objectiveQuestions(plan, unit)].filter(isUsableQuestion);

/** 'Which term means …?' for the terms of the lesson; the wrong options are terms of the course that it does not speak of. */
function termQuestions({ brief }: CoursePlan, unit: Unit): Question[] {
  const own = termsIn(unit, unit.sections.join('\n'));
  const stated = new Set(termsIn(unit, JSON.stringify([unit.lesson, own])).map(({ term }) => term));
  const others = unit.course.head.glossary.map(({ term }) => term).filter((term) => !stated.has(term));
  return own.map(({ term, definition }): Question => {
    const options = shuffle([term, ...shuffle(others, `${term} others`).slice(0, OPTIONS - 1)], `${term} options`);
    return {
      kind: 'single',
      question: fill(phrasesOf(brief.language).which_term, { definition }),
      options,
      correct_options: [options.indexOf(term)],
      explanation: `${term}: ${definition}`,
      rubric: [],
    };
  });
}

/** An objective of the lesson, to be met in the learner's own words; the takeaways are the rubric. */
function objectiveQuestions({ brief }: CoursePlan, unit: Unit): Question[] {
  const own = takeawaysOf(unit);
  return unit.objectives.map((objective) => ({
    kind: 'short',
    question: `${objective.replace(/[.。]$/, '')}. ${phrasesOf(brief.language).briefly}`,
    options: [],
    correct_options: [],
    explanation: own.join(' '),
    rubric: own.slice(0, POINTS),
  }));
}

/** Chooses questions: for each place one of its kind, else the next of any. Others than the library's only when the product needs more. */
export function quizOf(plan: CoursePlan, unit: Unit, count: number, kinds: readonly QuestionKind[]): { questions: Question[] } {
  const enough = Math.max(1, count - MISSING, writtenQuestions(plan, unit).length);
  const left = questionsOn(plan, unit).slice(0, enough);
  const take = (kind: QuestionKind | undefined): Question[] => {
    const at = left.findIndex((one) => one.kind === kind);
    return left.splice(Math.max(0, at), 1);
  };
  return { questions: Array.from({ length: count }, (_, at) => kinds[at]).flatMap(take) };
}

/** The exercise of a lesson: one that its author wrote, or none. What its objectives would yield is the same for every subject. */
export function exercisesOf(
  { brief, second }: CoursePlan,
  { lesson, course }: Unit,
): { exercises: { title: string; instructions: string }[] } {
  return {
    exercises: lesson.exercise ? [{ title: lesson.title, instructions: exerciseText(lesson.exercise, brief, course === second) }] : [],
  };
}
