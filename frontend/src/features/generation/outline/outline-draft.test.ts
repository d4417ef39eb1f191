import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approvedOutlineSchema } from '#contract/generation/run-control.contract.ts';
import { aRun, aRunsItems } from '#frontend/features/generation/run/run.factory.ts';
import {
  addLesson,
  addModule,
  countOf,
  draftOf,
  moveLesson,
  moveModule,
  placeLesson,
  placeModule,
  placeOf,
  problemsOf,
  removeLesson,
  removeModule,
  renameLesson,
  renameModule,
  toApproved,
  type OutlineDraft,
} from './outline-draft.ts';

/** Three modules with two lessons each: lesson-0 … lesson-5. */
const draft = draftOf(aRun({ stage: 'approval', items: aRunsItems(...Array<'pending'>(6).fill('pending')) }));
const shape = (outline: OutlineDraft) => toApproved(outline).modules.map(({ lessons }) => lessons.map(({ id, title }) => id ?? title));

describe('the outline under review', () => {
  it('G34 sent back unchanged it is the draft, with the ids of its lessons', () => {
    expect(toApproved(draft)).toEqual({
      title: 'Bees on a roof',
      modules: [0, 1, 2].map((m) => ({
        title: `Part ${m + 1}`,
        lessons: [0, 1].map((l) => ({ id: `lesson-${2 * m + l}`, title: `Lesson titled ${2 * m + l}` })),
      })),
    });
  });

  it('a lesson moves one place, from the edge of a module into the next', () => {
    const down = moveLesson(draft, 'lesson-0', 1)!;
    expect(shape(down)[0]).toEqual(['lesson-1', 'lesson-0']);
    const over = moveLesson(down, 'lesson-0', 1)!;
    expect(shape(over).slice(0, 2)).toEqual([['lesson-1'], ['lesson-0', 'lesson-2', 'lesson-3']]);
    expect(placeOf(over, 'lesson-0')).toBe('2.1');
    expect(shape(moveLesson(over, 'lesson-0', -1)!)).toEqual(shape(down));
    expect(moveLesson(draft, 'lesson-0', -1)).toBeNull();
    expect(moveLesson(draft, 'lesson-5', 1)).toBeNull();
  });

  it('modules move, and anything can be dropped anywhere', () => {
    expect(shape(moveModule(draft, 'module-2', -1)!).map(([first]) => first)).toEqual(['lesson-0', 'lesson-4', 'lesson-2']);
    expect(moveModule(draft, 'module-0', -1)).toBeNull();
    expect(shape(placeModule(draft, 'module-0', 2)).map(([first]) => first)).toEqual(['lesson-2', 'lesson-4', 'lesson-0']);
    expect(shape(placeLesson(draft, 'lesson-5', 'module-0', 1))[0]).toEqual(['lesson-0', 'lesson-5', 'lesson-1']);
  });

  it('removed parts stay in place, are not sent, and can be restored', () => {
    const without = removeModule(removeLesson(draft, 'lesson-0', true), 'module-1', true);
    expect(shape(without)).toEqual([['lesson-1'], ['lesson-4', 'lesson-5']]);
    expect(placeOf(without, 'lesson-4')).toBe('2.1');
    expect(placeOf(without, 'lesson-0')).toBeNull();
    expect(shape(moveLesson(without, 'lesson-1', 1)!)).toEqual([[], ['lesson-1', 'lesson-4', 'lesson-5']]);
    expect(shape(removeModule(removeLesson(without, 'lesson-0', false), 'module-1', false))).toEqual(shape(draft));
  });

  it('new parts have no id', () => {
    const longer = renameLesson(renameModule(addModule(addLesson(draft, 'module-0', 'n1'), 'm4', 'n2'), 'm4', 'Winter'), 'n2', ' Feeding ');
    expect(toApproved(renameLesson(longer, 'n1', 'Smoke')).modules[0]?.lessons[2]).toEqual({ title: 'Smoke' });
    expect(toApproved(longer).modules[3]).toEqual({ title: 'Winter', lessons: [{ title: 'Feeding' }] });
    expect(countOf(longer)).toEqual({ modules: 4, lessons: 8 });
  });

  it('names missing parts before it is sent', () => {
    const broken = removeLesson(
      removeLesson(renameModule(addLesson(draft, 'module-0', 'n1'), 'module-1', ' '), 'lesson-4', true),
      'lesson-5',
      true,
    );
    expect([...problemsOf(broken)]).toEqual([
      ['n1', 'Enter a title.'],
      ['module-1', 'Enter a title.'],
      ['module-2', 'This module has no lesson: add one, or remove the module.'],
    ]);
    expect(problemsOf(draft).size).toBe(0);
  });

  it('after any edit, no lesson is lost or doubled, and an outline without problems satisfies the contract', () => {
    const key = fc.constantFrom(...Array.from({ length: 6 }, (_, n) => `lesson-${n}`));
    const module = fc.constantFrom('module-0', 'module-1', 'module-2');
    const by = fc.constantFrom(1 as const, -1 as const);
    const step: fc.Arbitrary<(outline: OutlineDraft) => OutlineDraft> = fc.oneof(
      fc.tuple(key, by).map(
        ([k, d]) =>
          (o: OutlineDraft) =>
            moveLesson(o, k, d) ?? o,
      ),
      fc.tuple(module, by).map(
        ([k, d]) =>
          (o: OutlineDraft) =>
            moveModule(o, k, d) ?? o,
      ),
      fc.tuple(key, module, fc.nat(3)).map(
        ([k, m, i]) =>
          (o: OutlineDraft) =>
            placeLesson(o, k, m, i),
      ),
      fc.tuple(module, fc.nat(3)).map(
        ([m, i]) =>
          (o: OutlineDraft) =>
            placeModule(o, m, i),
      ),
      fc.tuple(key, fc.boolean()).map(
        ([k, gone]) =>
          (o: OutlineDraft) =>
            removeLesson(o, k, gone),
      ),
      fc.tuple(module, fc.boolean()).map(
        ([m, gone]) =>
          (o: OutlineDraft) =>
            removeModule(o, m, gone),
      ),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const outline = steps.reduce((o, apply) => apply(o), draft);
        const keys = outline.modules.flatMap(({ lessons }) => lessons.map((lesson) => lesson.key));
        expect(keys.toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => `lesson-${n}`));
        expect(approvedOutlineSchema.safeParse(toApproved(outline)).success).toBe(problemsOf(outline).size === 0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the plan under review', () => {
  const thread = { kind: 'case' as const, name: 'Hollow Oak', summary: 'Two hives.', facts: [{ name: 'Hives', value: '2' }], own: '' };
  const task = { title: 'A swarm', task: 'A swarm hangs in a tree.', points: ['It is caught', ' '], solution: 'A box.' };

  it('is not sent as long as it is unchanged', () => {
    expect(Object.keys(toApproved(draft))).toEqual(['title', 'modules']);
  });

  it('is sent as edited, without blank entries, and as null when removed', () => {
    const edited = { ...draft, thread: { ...thread, facts: [...thread.facts, { name: '', value: ' ' }] }, finalTask: task };
    expect(toApproved(edited)).toMatchObject({ thread, final_task: { points: ['It is caught'], solution: 'A box.' } });
    expect(toApproved({ ...draft, thread: null, finalTask: null })).toMatchObject({ thread: null, final_task: null });
    expect(approvedOutlineSchema.safeParse(toApproved(edited)).success).toBe(true);
  });

  it('needs a name and a task', () => {
    const problems = problemsOf({ ...draft, thread: { ...thread, name: ' ' }, finalTask: { ...task, task: '' } });
    expect([...problems.keys()]).toEqual(['thread', 'final-task']);
  });
});
