import type { QuestionKind } from '#contract/courses/quiz.contract.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';
import { shuffle } from '../seeded-random.ts';
import { wordsIn, type CoursePlan, type Unit } from './course-plan.ts';
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

/**
 * All questions on a lesson: those of the library on its sections, then those that its objectives, takeaways and glossary yield. The right option
 * of each is a sentence of the library.
 */
export function questionsOn(plan: CoursePlan, unit: Unit): Question[] {
  const written = unit.lesson.questions
    .filter((question) => isOf(unit, question))
    .map(({ right, options, rubric, ...question }): Question => ({
      ...question,
      question: question.kind === 'multiple' ? `${question.question} ${phrasesOf(plan.brief.language).several}` : question.question,
      options: [...options],
      correct_options: [...right],
      rubric: [...rubric],
    }));
  const made = [...pointQuestions(plan, unit), ...termQuestions(plan, unit)];
  const seen = new Set<string>();
  return [...written, ...made].filter((one) => isUsableQuestion(one) && !seen.has(one.question) && seen.add(one.question));
}

/** Questions of which the right options are takeaways of the lesson, and the wrong ones of other lessons. */
function pointQuestions({ brief, second, course }: CoursePlan, unit: Unit): Question[] {
  const said = phrasesOf(brief.language);
  const own = takeawaysOf(unit);
  const all = (unit.course === second ? second : course).lessons.filter(({ file }) => file !== unit.lesson.file);
  const others = (seed: string) =>
    shuffle(
      all.flatMap(({ takeaways }) => takeaways),
      `${unit.title} ${seed}`,
    );
  const keyed = (right: readonly string[], wrong: readonly string[], seed: string) => {
    const options = shuffle([...right, ...wrong], `${unit.title} ${seed} options`);
    return { options, correct_options: right.map((one) => options.indexOf(one)).toSorted() };
  };
  const [objective] = unit.objectives;
  const several: Question = {
    kind: 'multiple',
    question: `${said.says} ${said.several}`,
    ...keyed(own.slice(0, 2), others('several').slice(0, 2), 'several'),
    explanation: own.slice(0, 2).join(' '),
    rubric: [],
  };
  const short: Question = {
    kind: 'short',
    question: `${objective!.replace(/[.。]$/, '')}. ${said.briefly}`,
    options: [],
    correct_options: [],
    explanation: own.join(' '),
    rubric: own.slice(0, POINTS),
  };
  const single = own.map((point, at): Question => ({
    kind: 'single',
    question: at === 0 ? said.says : `${said.says} (${at + 1})`,
    ...keyed([point], others(String(at)).slice(0, OPTIONS - 1), String(at)),
    explanation: point,
    rubric: [],
  }));
  return [several, short, ...single];
}

/** 'What does … mean?' for the terms of the lesson; the wrong options are the meanings of other terms. */
function termQuestions({ brief }: CoursePlan, unit: Unit): Question[] {
  const { glossary } = unit.course.head;
  return termsIn(unit, unit.sections.join('\n')).map(({ term, definition }): Question => {
    const others = glossary.filter((entry) => entry.term !== term).map((entry) => entry.definition);
    const wrong = shuffle(others, `${term} others`).slice(0, OPTIONS - 1);
    const options = shuffle([definition, ...wrong], `${term} options`);
    return {
      kind: 'single',
      question: fill(phrasesOf(brief.language).means, { term }),
      options,
      correct_options: [options.indexOf(definition)],
      explanation: `${term}: ${definition}`,
      rubric: [],
    };
  });
}

/** Chooses questions: for each place one of its kind, else the next of any. */
export function quizOf(plan: CoursePlan, unit: Unit, count: number, kinds: readonly QuestionKind[]): { questions: Question[] } {
  const left = questionsOn(plan, unit);
  const take = (kind: QuestionKind | undefined): Question[] => {
    const at = left.findIndex((one) => one.kind === kind);
    return left.splice(Math.max(0, at), 1);
  };
  return { questions: Array.from({ length: count }, (_, at) => kinds[at]).flatMap(take) };
}

/** Exercises on a lesson: its own, then those on learning the topic by oneself. */
export function exercisesOf(
  plan: CoursePlan,
  unit: Unit,
  count: number,
  turn: number,
): { exercises: { title: string; instructions: string }[] } {
  const { brief, second, modules } = plan;
  const all = second.lessons.filter(({ exercise, file }) => exercise && (unit.course !== second || file !== unit.lesson.file));
  const place = modules.flatMap(({ units }) => units).findIndex(({ title }) => title === unit.title);
  const from = (Math.max(0, place) * 2 + turn) % Math.max(1, all.length);
  const lessons = [...(unit.lesson.exercise ? [unit.lesson] : []), ...all.slice(from), ...all.slice(0, from)];
  const isOwn = (lesson: Unit['lesson']) => second.lessons.includes(lesson);
  const made = lessons.map((lesson) => ({ title: lesson.title, instructions: exerciseText(lesson.exercise!, brief, isOwn(lesson)) }));
  // a lesson without any exercise asks for its objective
  const said = phrasesOf(brief.language);
  const rest = unit.objectives.map((objective) => ({
    title: objective,
    instructions: `${objective}. ${said.briefly}\n\n${said.criteria}\n\n${takeawaysOf(unit)
      .map((point) => `- ${point}`)
      .join('\n')}`,
  }));
  return { exercises: [...made, ...rest].filter(({ instructions }) => wordsIn(instructions) > 0).slice(0, count) };
}
