import { expect, it } from 'vitest';
import { outlineBrief, planFromPartial } from './course-plan.ts';

const RUN = '019a0000-0000-7000-8000-000000000000';

it('an outline that streams in shows its modules and lessons as soon as they have titles', () => {
  const partial = { title: 'Bees', modules: [{ title: 'Queens', lessons: [{ title: 'Who she is' }, { summary: 'no title yet' }] }, {}] };
  expect(planFromPartial(RUN, partial)).toMatchObject({
    title: 'Bees',
    modules: [{ title: 'Queens', lessons: [{ title: 'Who she is', objectives: [], duration_minutes: 5 }] }],
  });
  expect(planFromPartial(RUN, { title: 'Bees' })).toBeNull();
});

it.each([
  undefined,
  null,
  7,
  [],
  { title: 7, modules: [] },
  { title: 'Bees', modules: { 0: { title: 'Queens' } } },
  { title: 'Bees', modules: 'Queens' },
  { title: ['Bees'], modules: [null] },
])('a streaming outline is unchecked and may be malformed: %j', (partial) => expect(planFromPartial(RUN, partial)).toBeNull());

it('parts of another type are not shown', () => {
  const modules = [
    null,
    'Queens',
    { title: 7 },
    { title: 'Drones', summary: [], lessons: { 0: {} } },
    { title: 'Wax', lessons: [null, { title: {} }] },
  ];
  expect(planFromPartial(RUN, { title: 'Bees', description: 5, learning_objectives: 'Watch', modules })).toMatchObject({
    description: '',
    learning_objectives: [],
    modules: [
      { title: 'Drones', summary: '', lessons: [] },
      { title: 'Wax', lessons: [] },
    ],
  });
});

it('authors get one line about each lesson of an outline, the same for every author', () => {
  const lessons = [
    { title: 'Who she is', summary: ' How a queen\n differs from workers. ' },
    { title: 'Swarming', summary: 'Why colonies split. '.repeat(20) },
    { title: 'Added by the learner', summary: '' },
    { title: 'Of an older release' },
  ];
  const [first, second, ...others] = outlineBrief({ title: 'Bees', modules: [{ title: 'Queens', lessons }] }).modules[0]!.lessons;
  expect(first).toEqual(['Who she is', 'How a queen differs from workers.']);
  expect(second![1]).toMatch(/^Why colonies split\..{100,145} …$/);
  expect(others).toEqual([['Added by the learner'], ['Of an older release']]);
});
