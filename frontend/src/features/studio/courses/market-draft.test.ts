import { expect, it } from 'vitest';
import type { MarketCourse } from '#contract/market/market.contract.ts';
import type { Publication } from '#contract/market/publication.contract.ts';
import { EMPTY_FORM } from './course-form-values.ts';
import { marketDraft } from './market-draft.ts';

const user = { user_id: 'user-1', first_name: 'Ines', last_name: 'Okafor' };

it('before anything is typed the preview is a free course without lessons, by its creator', () => {
  expect(marketDraft(EMPTY_FORM, { user })).toMatchObject({
    title: 'Your course',
    description: '',
    price: 0,
    category: null,
    creator: { id: 'user-1', name: 'Ines Okafor' },
    lesson_count: 0,
    outcomes: [],
    rating: null,
  });
});

it('the typed values are shown as in the market: a price as a number, objectives and requirements line by line', () => {
  const typed = {
    ...EMPTY_FORM,
    title: ' Bees ',
    price: '12,50',
    objectives: 'Keep one colony\n\n Take honey ',
    requirements: 'A garden',
    tags: 'bees, roofs',
  };
  expect(marketDraft(typed, { user })).toMatchObject({
    title: 'Bees',
    price: 12.5,
    outcomes: ['Keep one colony', 'Take honey'],
    requirements: ['A garden'],
    tags: ['bees', 'roofs'],
  });
});

it('lessons come from the selection, and ratings and students from the market; the typed title replaces the published one', () => {
  const publication = {
    has_final_test: true,
    modules: [
      {
        title: 'Spring',
        lessons: [
          { lesson_id: 'a', title: 'The hive', duration_minutes: 25, is_preview: true },
          { lesson_id: 'b', title: 'Swarming', duration_minutes: 20, is_preview: false },
        ],
      },
    ],
  } as never as Publication;
  const published = {
    students: 12,
    rating: 4.5,
    rating_count: 4,
    ratings: [{ id: 'r1', stars: 5 }],
    title: 'Bees',
  } as never as MarketCourse;
  expect(marketDraft({ ...EMPTY_FORM, title: 'Bees on roofs' }, { id: 'c1', user, publication, published })).toMatchObject({
    id: 'c1',
    title: 'Bees on roofs',
    lesson_count: 2,
    duration_minutes: 45,
    has_final_test: true,
    students: published.students,
    rating: published.rating,
    ratings: published.ratings,
  });
});
