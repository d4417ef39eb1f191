import { expect, it } from 'vitest';
import { planFromPartial } from './course-plan.ts';

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
])('what streams in has not been checked, and may be anything: %j', (partial) => expect(planFromPartial(RUN, partial)).toBeNull());

it('parts of it that are something else are not shown', () => {
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
