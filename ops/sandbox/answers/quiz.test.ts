import { describe, expect, it } from 'vitest';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { NO_PLACE } from '#domain/generation/prompts/documents.ts';
import { readBrief } from './brief.ts';
import { planCourse, unitOf, type CoursePlan, type Unit } from './course-plan.ts';
import { quizOf } from './quiz.ts';
import { readLibrary, type LibraryLesson, type LibraryQuestion } from './read-library.ts';

const question = (about: string, place: Partial<LibraryQuestion> = {}): LibraryQuestion => ({
  kind: 'single',
  question: `What is to be said of ${about}?`,
  after: null,
  purpose: 'check',
  recalls: null,
  options: [`It is ${about}`, 'It is a stone', 'It is a cloud', 'It is a river'],
  feedback: ['', 'Stones are heavy.', '', 'Rivers flow.'],
  right: [0],
  explanation: `The lesson says so of ${about}.`,
  rubric: [],
  ...place,
});
const SECTIONS = ['Opening words.', '## First\n\nText.', '## Second\n\nMore.'];
const lesson = (number: number, questions: readonly LibraryQuestion[], sections: readonly string[] = SECTIONS): LibraryLesson => ({
  file: `0${number}.md`,
  numbers: [number],
  module: 1,
  title: `Lesson ${number}`,
  minutes: 10,
  objectives: ['Tell bees from wasps'],
  takeaways: ['Bees are not wasps.'],
  sections,
  exercise: null,
  questions,
  workshop: null,
});

/** A plan of these lessons. */
function planOf(...lessons: readonly LibraryLesson[]): { readonly plan: CoursePlan; readonly units: readonly Unit[] } {
  const form = courseFormSchema.parse({ age: 30, topic: 'Bees', learning_goals: 'Keep them' });
  const plan = planCourse(readBrief({ ...form, course_size: { modules: 3, lessons_per_module: 2, lesson_words: 300 } }));
  const course = { ...readLibrary()[0]!, lessons };
  const units = lessons.map((one) => unitOf(course, one));
  return { plan: { ...plan, course, modules: [{ title: 'One', summary: '', units }] }, units };
}
/** Returns the place and purpose of each question, by its subject. */
const placed = (plan: CoursePlan, unit: Unit, count = 4) =>
  quizOf(plan, unit, count, { kinds: [] })
    .questions.filter(({ question: asked }) => asked.startsWith('What is to be said'))
    .map(({ question: asked, purpose, after }) => `${asked.slice('What is to be said of '.length, -1)} ${purpose} ${after}`);

describe('the questions of a lesson of the library', () => {
  const all = [
    question('ants'),
    question('wasps', { after: 3 }),
    question('bees', { after: 1, purpose: 'predict' }),
    question('hives', { after: 2, purpose: 'recall', recalls: 1 }),
  ];

  it('are sent with place, purpose and feedback', () => {
    const { plan, units } = planOf(lesson(1, []), lesson(2, all));
    const { questions } = quizOf(plan, units[1]!, 4, { kinds: [] });
    expect(questions[0]).toMatchObject({ purpose: 'predict', after: 1, feedback: ['', 'Stones are heavy.', '', 'Rivers flow.'] });
    expect(placed(plan, units[1]!)).toEqual(['bees predict 1', 'hives recall 2', 'wasps check 3', `ants check ${NO_PLACE}`]);
  });

  it('are those with a place if fewer are requested, with a prediction before all others', () => {
    const { plan, units } = planOf(lesson(1, []), lesson(2, all));
    expect(placed(plan, units[1]!, 2)).toEqual(['bees predict 1', 'hives recall 2']);
    const several = lesson(2, [question('flies', { kind: 'multiple', right: [0, 1] }), ...all]);
    const other = planOf(lesson(1, []), several);
    // prediction and recall take the places of their kinds
    expect(quizOf(other.plan, other.units[1]!, 3, { kinds: ['single', 'multiple', 'single'] }).questions.map(({ kind }) => kind)).toEqual([
      'single',
      'single',
      'multiple',
    ]);
  });

  it('recall only earlier lessons of the course', () => {
    const { plan, units } = planOf(lesson(2, all), lesson(1, []));
    expect(placed(plan, units[0]!)).not.toContain('hives recall 2');
  });

  it('recall the requested lesson, and are true or false as requested; kept ones are not sent again', () => {
    const statement = (about: string, right: number) =>
      question(about, { kind: 'true_false', options: ['True', 'False'], feedback: [], right: [right] });
    const { plan, units } = planOf(lesson(1, []), lesson(2, [...all, statement('drones', 0), statement('queens', 1)]));
    const asked = (wish: Partial<Parameters<typeof quizOf>[3]>) =>
      quizOf(plan, units[1]!, 3, { kinds: ['single', 'true_false', 'single'], ...wish }).questions.map(({ question: one }) =>
        one.slice(22, -1),
      );
    expect(asked({ recalls: 'Lesson 1', statement: 'true' })).toEqual(['bees', 'hives', 'drones']);
    expect(asked({ recalls: null, statement: 'false' })).toEqual(['bees', 'queens', 'wasps']);
    expect(asked({ recalls: null, statement: 'false', kept: ['What is to be said of bees?'] })).toEqual(['wasps', 'queens', 'ants']);
  });

  it('of a part of it are at the remaining sections', () => {
    const { plan, units } = planOf(lesson(1, []), lesson(2, all));
    const part = { ...units[1]!, sections: [SECTIONS[0]!, SECTIONS[2]!] };
    expect(placed(plan, part)).toEqual(expect.arrayContaining(['wasps check 2']));
    expect(placed(plan, part).join()).not.toMatch(/bees|hives/);
  });

  it('on a term have another term of similar length, so that the length does not give the answer away', () => {
    const { plan, units } = planOf(lesson(1, [], ['A rule of the long term memory.']));
    const short = ['cell', 'comb', 'hive', 'queen', 'smoke', 'swarm', 'drone', 'brood'];
    const glossary = ['the long term memory', 'the working memory', ...short].map((term) => ({ term, definition: `What ${term} means` }));
    const course = { ...units[0]!.course, head: { ...units[0]!.course.head, glossary } };
    const [asked] = quizOf(plan, { ...units[0]!, course }, 1, { kinds: ['single'] }).questions;
    expect(asked!.options[asked!.correct_options[0]!]).toBe('the long term memory');
    expect(asked!.options).toContain('the working memory');
  });
});
