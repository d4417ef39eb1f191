import type { Listing, MarketCourse } from '#contract/market/market.contract.ts';

/** A published course in a list; `n` makes it distinct. */
export const aListing = (n: number, changes: Partial<Listing> = {}): Listing => ({
  id: `0194e0d0-0000-7000-8000-00000000000${n}`,
  title: `Beekeeping on balconies, part ${n}`,
  description: 'From the empty hive to the first honey, on four square metres, through one whole year.',
  category: 'personal',
  difficulty: 'beginner',
  language: 'english',
  age_group: 'Adults',
  price: n === 1 ? 0 : 9.99,
  lesson_count: 9,
  duration_minutes: 210,
  creator: { id: '0194e0d0-0000-7000-8000-0000000000aa', name: 'Maren Okafor' },
  students: 12,
  rating: 4.5,
  rating_count: 4,
  published_at: '2026-11-01T08:00:00.000Z',
  renewed_at: '2026-11-12T08:00:00.000Z',
  ...changes,
});

export const aMarketCourse = (changes: Partial<MarketCourse> = {}): MarketCourse => ({
  ...aListing(2),
  outcomes: ['Keep one colony through a year', 'Take honey without losing the colony'],
  requirements: ['A balcony with morning sun'],
  tags: ['bees', 'garden'],
  has_final_test: false,
  has_audio: false,
  modules: [
    {
      title: 'Spring',
      lessons: [
        { lesson_id: 'a', title: 'The hive in spring', duration_minutes: 25, is_preview: true },
        { lesson_id: 'b', title: 'Swarming', duration_minutes: 20, is_preview: false },
      ],
    },
  ],
  stars: [0, 0, 0, 2, 2],
  ratings: [
    {
      id: 'r1',
      stars: 5,
      text: 'My colony came through the winter.',
      by: 'Nadia',
      is_sample: false,
      answer: 'Glad to hear it.',
      updated_at: '2026-11-14T08:00:00.000Z',
    },
  ],
  ...changes,
});

export const aMarketPage = (courses: readonly Listing[]) => ({
  courses,
  total: courses.length,
  is_capped: false,
  facets: {
    category: { personal: courses.length },
    difficulty: { beginner: courses.length },
    language: { english: courses.length },
    length: { medium: courses.length },
    price: { free: 1, paid: courses.length - 1 },
  },
});
