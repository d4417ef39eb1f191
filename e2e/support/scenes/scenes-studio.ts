import type { CreatorBatch, CreatorBatchItem } from '#contract/studio/creator-batches.contract.ts';
import type { Page } from '@playwright/test';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { getCreatorAnalytics, getCreatorStats } from '#contract/studio/creator-figures.contract.ts';
import type { getPayouts } from '#contract/studio/creator-payouts.contract.ts';
import { aCoursePage, aCreatorCourse } from '#frontend/features/studio/courses/creator-course.factory.ts';
import { t } from '#frontend/lib/text.ts';
import { button, heading, type Scene } from './scenes.ts';
import { mockAnswer, refusing } from '../mocks.ts';

const STATS: AnswerOf<typeof getCreatorStats> = {
  total_revenue: 12_480.3,
  monthly_revenue: 480.2,
  last_month_revenue: 583.1,
  total_students: 364,
  active_courses: 2,
  draft_courses: 1,
  course_views: 1_840,
  avg_rating: 4.6,
  completion_rate: 61.5,
  growth_rate: -17.6,
  has_samples: false,
};

/** Three years: a slow start, a month with more refunds than sales, and one without sales. */
const STUDENTS = [
  1, 0, 3, 2, 4, 3, 5, 2, 6, 4, 7, 5, 8, 6, 9, 12, 8, 10, 13, 9, 14, 11, 16, 12, 18, 15, 21, 17, 0, 19, 24, 20, 26, 22, 29, 14,
];
const ANALYTICS: AnswerOf<typeof getCreatorAnalytics> = {
  months: STUDENTS.map((_, index) => new Date(Date.UTC(2023, 11 + index, 1)).toISOString().slice(0, 7)),
  revenue_trend: STUDENTS.map((people, index) => (index === 28 ? -102.9 : Math.round(people * 3_430) / 100)),
  student_growth: STUDENTS,
  engagement_metrics: { avg_session_time: '14 min', bounce_rate: '8%', completion_rate: '61.5%', student_satisfaction: '92%' },
  measured_sessions: 2_310,
  measured_answers: 184,
  measured_students: 364,
};
/** Monthly revenue and that of the year before, in cents. */
const sums = (months: number): number[] => {
  const cents = ANALYTICS.revenue_trend.map((dollars) => Math.round(dollars * 100));
  const sum = (part: number[]) => part.reduce((all, each) => all + each, 0);
  return [sum(cents.slice(-months)), sum(cents.slice(-months - 12, -12))];
};
const COURSES = [
  aCreatorCourse(1, {
    title: 'Keeping bees on a city roof',
    students: 364,
    revenue: 12_480.3,
    rating: 4.6,
    completion_rate: 61.5,
    status: 'published',
  }),
  aCreatorCourse(2, { title: 'Bookkeeping for a business of one, from the first receipt to the yearly return', price: 0, category: null }),
];

const PAYOUTS: AnswerOf<typeof getPayouts> = {
  configured: true,
  account: { state: 'enabled', country: 'DE' },
  balance: 118.2,
  held: 83.2,
  available: 35,
  minimum: 25,
  hold_days: 14,
  payouts: (['pending', 'sent', 'returned'] as const).map((state, index) => ({
    payout_id: `payout-${index}`,
    amount: 35 + index,
    state,
    created_at: `2026-10-0${index + 1}T08:00:00.000Z`,
    settled_at: null,
  })),
};

/** Mocks a creator who has sold for three years. */
async function sell(page: Page): Promise<void> {
  await mockAnswer(page, '**/api/creator/stats', STATS);
  await mockAnswer(page, '**/api/creator/analytics?*', ANALYTICS);
  await mockAnswer(page, '**/api/creator/courses?*', aCoursePage(COURSES));
  await mockAnswer(page, '**/api/creator/courses/*', { course: COURSES[0] });
}
const lastChart = (page: Page) => page.getByRole('img', { name: t('Student growth') });

/** The screens of the Creator Studio, found by their texts in the selected language. */
const BATCH: CreatorBatch = {
  batch_id: '0193c1de-5c11-7a55-9c40-2f6f0c9e6140',
  name: 'Simpler words',
  what: 'fix',
  into_language: null,
  instruction: 'Say it in simpler words.',
  state: 'review',
  paused_for: null,
  lessons: 36,
  pinned: 1,
  edited: 2,
  most_cost: 9_300,
  charged: 3_100,
  items: {
    pending: 2,
    leased: 0,
    running: 0,
    ready: 1,
    approving: 0,
    approved: 0,
    discarding: 0,
    discarded: 0,
    rolling_back: 0,
    rolled_back: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
  },
  total: 3,
  eta_s: 240,
  created_at: '2026-12-03T12:00:00.000Z',
  acts: ['continue', 'cancel', 'approve', 'discard'],
};
const BATCH_ITEM: CreatorBatchItem = {
  course_id: 'c1',
  title: 'Beekeeping for a first year',
  lessons: 12,
  state: 'ready',
  reason: null,
  similarity: 0.62,
  is_clean: true,
};
const BATCH_ITEMS = [
  BATCH_ITEM,
  { ...BATCH_ITEM, course_id: 'c2', title: 'Lighthouses', state: 'pending', similarity: null, is_clean: null },
] satisfies CreatorBatchItem[];

export const SCENES_STUDIO: readonly Scene[] = [
  {
    name: 'studio overview, two years compared',
    who: 'newcomer',
    address: () => '/studio?months=24&compare=year',
    arrange: sell,
    worksOut: { cents: sums(24) },
    ready: lastChart,
  },
  {
    name: 'studio overview, as tables',
    who: 'newcomer',
    address: () => '/studio?months=6&compare=year',
    arrange: sell,
    worksOut: { cents: sums(6) },
    act: async (page) => {
      await lastChart(page).waitFor();
      for (const name of ['Revenue trend', 'Student growth'])
        await page
          .getByRole('region', { name: t(name) })
          .getByRole('button', { name: t('Show as table') })
          .click();
    },
    ready: (page) => page.getByRole('table').nth(1),
  },
  { name: 'studio without a course', who: 'newcomer', address: () => '/studio', ready: heading('You have no course here yet') },
  {
    name: 'studio, figures that cannot be loaded',
    who: 'newcomer',
    address: () => '/studio',
    arrange: refusing('**/api/creator/*', 400, 'Not now.'),
    ready: heading('Your figures by month could not be loaded'),
  },
  {
    name: 'studio analytics',
    who: 'newcomer',
    address: () => '/studio/analytics',
    arrange: sell,
    worksOut: { cents: sums(12) },
    ready: lastChart,
  },
  {
    name: 'studio payouts',
    who: 'newcomer',
    address: () => '/studio/payouts',
    arrange: (page) => mockAnswer(page, '**/api/creator/payouts', PAYOUTS),
    ready: heading('Statements'),
  },
  {
    name: 'studio, a batch after its canary',
    who: 'newcomer',
    address: () => `/studio/batches/${BATCH.batch_id}`,
    arrange: (page) => mockAnswer(page, `**/api/creator/batches/${BATCH.batch_id}*`, { batch: BATCH, items: BATCH_ITEMS }),
    ready: button('Continue'),
  },
  { name: 'studio students', who: 'newcomer', address: () => '/studio/students', ready: heading('Student Analytics Coming Soon') },
  {
    name: 'studio courses',
    who: 'newcomer',
    address: () => '/studio/courses',
    arrange: sell,
    ready: (page) => page.getByText(COURSES[1]!.title).first(),
  },
  {
    name: 'studio course',
    who: 'newcomer',
    address: () => '/studio/courses/course-1',
    arrange: sell,
    ready: (page) => page.getByText(COURSES[0]!.description).first(),
  },
  {
    name: 'studio course being edited',
    who: 'newcomer',
    address: () => '/studio/courses/course-1/edit',
    arrange: sell,
    ready: button('Save the course'),
  },
  {
    name: 'studio, a new course',
    who: 'newcomer',
    address: () => '/studio/create',
    arrange: sell,
    ready: button('Create Course'),
  },
];
