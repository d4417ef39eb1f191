import { buildOutlineLesson, UNPLANNED } from '#domain/generation/runs/run.factory.ts';
import { describe, expect, it } from 'vitest';
import { buildForm } from '#domain/courses/content/course.factory.ts';
import { mayKeep, notesOf } from '#domain/generation/answers/answer-problem.ts';
import { cutToOrder } from '#domain/generation/answers/tidy-answer.ts';
import { checkOutline } from './check-outline.ts';
import type { OutlineDocument } from '#domain/generation/prompts/documents.ts';
import { SAMPLES } from '#domain/vendors/llm/hygiene/language-samples.factory.ts';

const form = buildForm({ duration: '1 week intensive' });
const THINGS = ['queens', 'drones', 'foragers', 'brood', 'honey', 'wax', 'swarms', 'mites', 'winter', 'smoke', 'pollen', 'frames'];

function outline(modules = 3, lessons = 3, part: Partial<OutlineDocument> = {}): OutlineDocument {
  return {
    ...UNPLANNED,
    title: 'Beekeeping',
    description: SAMPLES.english,
    learning_objectives: ['Keep one colony through a year'],
    modules: Array.from({ length: modules }, (_, m) => ({
      title: `Module ${m + 1}`,
      summary: `What ${THINGS[m]} have to do with ${THINGS[m + 1]}`,
      lessons: Array.from({ length: lessons }, (_, l) =>
        buildOutlineLesson(`All about ${THINGS[(m * lessons + l) % THINGS.length]} ${m} ${l}`, {
          summary: `How ${THINGS[l]} live`,
          objectives: ['Explain it'],
        }),
      ),
    })),
    ...part,
  };
}

function withTitle(title: string): OutlineDocument {
  const document = outline();
  document.modules[1]!.lessons[0]!.title = title;
  return document;
}

describe('an outline', () => {
  it('of the requested size has no problem', () => expect(checkOutline(outline(), form)).toEqual([]));

  it.each([
    [4, 3, 'after_reask'],
    [3, 2, 'after_reask'],
    [6, 3, 'after_reask'],
    [3, 5, 'after_reask'],
  ])('of %i modules with %i lessons instead of 3 with 3 is requested again, and accepted %s', (modules, lessons, keep) => {
    const problems = checkOutline(outline(modules, lessons), form);
    expect(problems).toMatchObject([{ keep, text: expect.stringContaining('exactly 3 modules of 3 lessons') }]);
    expect(mayKeep(problems, { rejected: 0, last: false })).toBe(false);
  });

  it('with one lesson fewer in one of its modules is accepted at once: asking again takes longer than it is worth', () => {
    const document = outline();
    document.modules[2]!.lessons.pop();
    expect(checkOutline(document, form)).toEqual([]);
    document.modules[1]!.lessons.pop();
    expect(checkOutline(document, form)).toMatchObject([{ keep: 'after_reask' }]);
  });

  it('with fewer lessons and a reason for it is accepted at once; with more it is not', () => {
    const why = { fewer_because: 'The subject has no more.' };
    expect(checkOutline(outline(3, 2, why), buildForm({ duration: '2 weeks' }))).toEqual([]);
    expect(checkOutline(outline(4, 3, why), form)).toMatchObject([{ keep: 'after_reask' }]);
  });

  it.each([
    ['twice the modules', [3, 3, 3, 3, 3, 3], [3, 3, 3]],
    ['twice the lessons', [6, 6, 6], [3, 3, 3]],
    ['many small modules', [2, 2, 2, 2, 2, 2], [2, 2, 2, 2, 1]],
    ['one lesson more', [3, 4, 3], [3, 3, 3]],
    ['the ordered number, split otherwise', [4, 3, 2], [4, 3, 2]],
    ['fewer lessons', [2, 2, 2], [2, 2, 2]],
  ])('with %s is written with no lesson more than was ordered', (_, drafted, written) => {
    const modules = drafted.map((lessons) => outline(1, lessons).modules[0]!);
    const cut = cutToOrder({ ...outline(), modules }, { modules: 3, lessons_per_module: 3 });
    expect(cut.modules.map(({ lessons }) => lessons.length)).toEqual(written);
    expect(cut.modules[0]!.lessons).toEqual(modules[0]!.lessons.slice(0, written[0]));
  });

  it.each([
    ['two modules', outline(2, 3), 'at least 3 are needed'],
    ['a module of one lesson', outline(3, 1), 'at least 2 are needed'],
    ['no title', outline(3, 3, { title: ' ' }), 'no title'],
    ['a title as long as a page', withTitle('All about queens '.repeat(20)), 'longer than 160'],
    ['no objectives', outline(3, 3, { learning_objectives: [] }), 'no learning objectives'],
  ])('with %s is never accepted', (_, document, words) => {
    const problems = checkOutline(document, form);
    expect(problems.map(({ text }) => text).join()).toContain(words);
    expect(mayKeep(problems, { rejected: 1, last: true })).toBe(false);
  });

  it('with lesson titles only is accepted after asking again once: the writers decide what the lessons teach', () => {
    const bare = outline();
    bare.modules[0]!.lessons[0]!.objectives = [];
    const problems = checkOutline(bare, form);
    expect(problems).toMatchObject([{ text: 'a lesson has no objectives' }]);
    expect([0, 1].map((rejected) => mayKeep(problems, { rejected, last: false }))).toEqual([false, true]);
  });

  it('in another language has a note when it has to be accepted', () => {
    const problems = checkOutline(outline(), { ...form, language_preference: 'french' });
    expect(notesOf(problems)).toEqual(['language']);
    expect(mayKeep(problems, { rejected: 1, last: true })).toBe(true);
  });

  it('with the same title twice is never accepted, with similar titles only as a last resort', () => {
    const twice = outline();
    twice.modules[1]!.lessons[0]!.title = `${twice.modules[0]!.lessons[0]!.title}!`;
    expect(checkOutline(twice, form)).toEqual([{ text: 'two lessons have the same title' }]);
    const near = outline();
    near.modules[0]!.lessons[0]!.title = 'How to open a hive safely in spring';
    near.modules[2]!.lessons[1]!.title = 'In spring: how to open a hive safely';
    expect(checkOutline(near, form)).toMatchObject([{ keep: 'last_resort' }]);
  });

  it('with content that is unsuitable for its reader is never accepted', () => {
    const problems = checkOutline(outline(3, 3, { description: 'Beer, vodka and gambling on the way.' }), { ...form, age: 11 });
    expect(mayKeep(problems, { rejected: 1, last: true })).toBe(false);
  });
});

describe('a plan that carries the course', () => {
  const thread = { kind: 'case' as const, name: 'Hollow Oak Apiary', summary: 'Two hives through a year.', facts: [], own: 'One hive.' };
  const followedBy = (count: number): OutlineDocument => {
    const whole = outline();
    let at = 0;
    const modules = whole.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => ({ ...lesson, thread: at++ < count ? 'The apiary is inspected.' : '' })),
    }));
    return { ...whole, modules, thread };
  };
  const said = (given: OutlineDocument) => checkOutline(given, form).map(({ text }) => text);

  it('has a thread that most lessons follow', () => {
    expect(said(followedBy(9))).toEqual([]);
    expect(said(followedBy(2))).toEqual([expect.stringContaining('2 of 9 lessons')]);
    expect(said({ ...followedBy(9), thread: { ...thread, name: '' } })).toEqual([expect.stringContaining('no name')]);
  });

  it('has points by which its final task can be graded', () => {
    const task = { title: 'A swarm', task: 'A swarm hangs in a tree.', points: ['It is caught.'], solution: '' };
    expect(said(outline(3, 3, { final_task: task }))).toEqual([expect.stringContaining('at least 3 points')]);
  });

  it('defines terms in lessons that are planned', () => {
    expect(said(outline(3, 3, { terms: [{ term: 'brood', meaning: 'Young bees.', lesson: '4.1' }] }))).toHaveLength(1);
    expect(said(outline(3, 3, { terms: [{ term: 'brood', meaning: 'Young bees.', lesson: '3.3' }] }))).toEqual([]);
  });

  it('promises nobody in its description whom no lesson has', () => {
    const description = `${SAMPLES.english} You follow, from spring on, Hollow Oak Apiary.`;
    expect(said(outline(3, 3, { description }))).toEqual([expect.stringContaining('Hollow Oak Apiary')]);
    expect(said({ ...followedBy(9), description })).toEqual([]);
  });
});
