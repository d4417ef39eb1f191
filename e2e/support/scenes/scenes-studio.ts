import type { Page } from '@playwright/test';
import { listRuns } from '#contract/generation/run-control.contract.ts';
import { getMarketCourse } from '#contract/market/market.contract.ts';
import { getLessonStops } from '#contract/studio/creator-movements.contract.ts';
import {
  getCreatorCourse,
  listCreatorCourses,
  listEarners,
  createCreatorCourse,
  editCreatorCourse,
} from '#contract/studio/creator-courses.contract.ts';
import { getCreatorAnalytics, getCreatorStats } from '#contract/studio/creator-figures.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { CREATORS_LIMITS, type CreatorBatch, type CreatorBatchItem, readCreatorBatch } from '#contract/studio/creator-batches.contract.ts';
import { type Publication, getPublication } from '#contract/market/publication.contract.ts';
import { getPayouts } from '#contract/studio/creator-payouts.contract.ts';
import { aMarketCourse } from '#frontend/features/market/market.factory.ts';
import { aSummary } from '#frontend/features/generation/run/run.factory.ts';
import { aCoursePage, aCreatorCourse } from '#frontend/features/studio/courses/creator-course.factory.ts';
import { someAnalytics, someStats } from '#frontend/features/studio/figures/figures.factory.ts';
import { t } from '#frontend/lib/text.ts';
import { mocked } from '#contract/platform/mocked-answer.factory.ts';
import { mockAnswer, mockAnswers, refusing } from '../mocks.ts';
import { type Album, button, readableItem, heading, press, type Scene, showRun, text } from './scene.ts';
import { NO_ITEMS } from './scenes-operator.ts';

const STATS = someStats({
  total_revenue: 12_480.3,
  monthly_revenue: 480.2,
  last_month_revenue: 583.1,
  total_students: 364,
  total_enrolments: 364,
  growth_rate: -17.6,
});

/** Three years: a slow start, a month with more refunds than sales, and one without sales. */
const STUDENTS = [
  1, 0, 3, 2, 4, 3, 5, 2, 6, 4, 7, 5, 8, 6, 9, 12, 8, 10, 13, 9, 14, 11, 16, 12, 18, 15, 21, 17, 0, 19, 24, 20, 26, 22, 29, 14,
];
const ANALYTICS = someAnalytics({
  revenue_trend: STUDENTS.map((people, index) => (index === 28 ? -102.9 : Math.round(people * 3_430) / 100)),
  student_growth: STUDENTS,
  engagement_metrics: { avg_session_time: '14 min', bounce_rate: '8%', completion_rate: '61.5%', student_satisfaction: '92%' },
  measured_sessions: 2_310,
  measured_answers: 184,
  measured_students: 364,
});
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

/** The lessons of the first course, of which anyone may read one. */
const { modules } = aMarketCourse();
const PUBLICATION: Publication = {
  status: 'published',
  content: { course_id: 'c1', title: 'Keeping bees on a city roof', version: 2, lesson_count: 2 },
  published_version: 1,
  published_at: '2026-11-01T08:00:00.000Z',
  has_changes: true,
  preview_lessons: ['a'],
  has_final_test: false,
  may_test: true,
  modules,
  taken_down_reason: null,
  checklist: [
    { item: 'content', is_done: true, is_required: true },
    { item: 'category', is_done: false, is_required: true },
    { item: 'reviewed', is_done: false, is_required: false },
    { item: 'rights', is_done: false, is_required: true },
  ],
};
const STOPS = {
  students: 364,
  lessons: modules
    .flatMap(({ lessons }) => lessons)
    .map(({ lesson_id, title }, at) => ({ lesson_id, title, completed: 300 - at, stopped: at * 12 })),
};

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
  await mockAnswer(page, getCreatorStats, STATS);
  await mockAnswer(page, getCreatorAnalytics, ANALYTICS);
  await mockAnswer(page, listCreatorCourses, aCoursePage(COURSES));
  await mockAnswer(page, listEarners, { courses: COURSES.filter(({ students }) => students > 0) });
  await mockAnswer(page, getCreatorCourse, { course: COURSES[0]! });
  await mockAnswer(page, getPublication, { publication: PUBLICATION });
  await mockAnswer(page, getLessonStops, STOPS);
  await mockAnswer(page, getMarketCourse, { course: aMarketCourse({ title: COURSES[0]!.title, students: 364 }) });
}

/** Mocks the same creator, with a course whose lessons are being written. */
async function haveWritten(page: Page, album: Album): Promise<void> {
  await sell(page);
  const { task_id } = album.run.middle;
  const run = aSummary({ task_id, title: album.run.middle.title, creator_course_id: 'course-1' });
  await mockAnswer(page, listRuns, { runs: [run], next: null }, { creator_course_id: 'course-1' });
  await mockAnswer(page, getPublication, {
    publication: { ...PUBLICATION, status: 'draft', content: null, modules: [] },
  });
  await showRun(({ run: { middle } }) => ({ ...middle, creator_course_id: 'course-1' }))(page, album);
}
const lessonOf = ({ run }: Album) => run.course.modules[0]!.lessons[0]!;
const lastChart = (page: Page) => page.getByRole('img', { name: t('Student growth') });

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
  limits: CREATORS_LIMITS,
  judged: { results: 1, failed: 0, unclean: 0, since: null },
  items: { ...NO_ITEMS, pending: 2, ready: 1 },
  total: 3,
  eta_s: 240,
  created_at: '2026-12-03T12:00:00.000Z',
  acts: ['continue', 'set_limits', 'cancel', 'approve', 'discard'],
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

const BEES = aCreatorCourse(1, { title: 'Keeping bees on a city roof' });
const NEWER = { ...BEES, title: 'Keeping bees', version: 2 };

/** Mocks a creator with one course, which another window has saved meanwhile. */
async function makeOne(page: Page): Promise<void> {
  await mockAnswer(page, listCreatorCourses, aCoursePage([BEES]));
  let isRead = false;
  await mockAnswers(page, getCreatorCourse, () => {
    const course = isRead ? NEWER : BEES;
    isRead = true;
    return mocked(getCreatorCourse, { course });
  });
  await refusing(editCreatorCourse, 'course.version_conflict')(page);
}
const refuse = refusing(createCreatorCourse, 'validation.failed', 'Not now.');
const fillIn = async (page: Page, title: string) => {
  await page.getByRole('textbox', { name: t('Title') }).fill(title);
  await page.getByRole('textbox', { name: t('Description') }).fill('One colony through a whole year.');
};

/** The screens of the Creator Studio, found by their texts in the selected language. */
export const SCENES_STUDIO: readonly Scene[] = [
  {
    name: 'studio overview, two years compared',
    isMain: true,
    address: '/studio?months=24&compare=year',
    arrange: sell,
    worksOut: { cents: sums(24) },
    ready: lastChart,
  },
  {
    name: 'studio overview, as tables',
    isMain: true,
    address: '/studio?months=6&compare=year',
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
  { name: 'studio without a course', isMain: true, address: '/studio', ready: heading('No courses yet') },
  { name: 'studio analytics', isMain: true, address: '/studio/analytics', arrange: sell, ready: heading('Sales in detail') },
  {
    name: 'studio payouts',
    isMain: true,
    address: '/studio/payouts',
    arrange: (page) => mockAnswer(page, getPayouts, PAYOUTS),
    ready: heading('Statements'),
  },
  {
    name: 'studio, a batch after its canary',
    isMain: true,
    address: `/studio/batches/${BATCH.batch_id}`,
    arrange: (page) => mockAnswer(page, readCreatorBatch, { batch: BATCH, items: BATCH_ITEMS }),
    ready: button('Continue'),
  },
  { name: 'studio students', isMain: true, address: '/studio/students', ready: heading('Student Analytics Coming Soon') },
  {
    name: 'studio courses',
    isMain: true,
    address: '/studio/courses',
    arrange: sell,
    ready: (page) => page.getByText(COURSES[1]!.title).first(),
  },
  {
    name: 'studio course',
    isMain: true,
    address: '/studio/courses/course-1',
    arrange: sell,
    ready: (page) =>
      page
        .getByText(t('Marketplace page'))
        .or(page.getByRole('group', { name: t('Shown') }))
        .first(),
  },
  {
    name: 'studio course being edited',
    isMain: true,
    address: '/studio/courses/course-1/edit',
    arrange: sell,
    ready: button('Save the course'),
  },
  {
    name: 'studio course, its lessons asked for',
    isMain: true,
    address: '/studio/courses/course-1?write=true',
    arrange: sell,
    ready: button('Write the lessons'),
  },
  {
    name: 'studio course, its lessons being written',
    isMain: true,
    who: 'learner',
    address: '/studio/courses/course-1',
    arrange: haveWritten,
    ready: button('Stop'),
  },
  {
    name: 'studio course, a lesson beside it',
    who: 'learner',
    address: (album) => `/studio/courses/course-1?lesson=${readableItem(album).id}`,
    arrange: haveWritten,
    act: async (page, album) => {
      await button('Stop')(page).waitFor();
      const preview = button('Preview')(page).first();
      // a switch where there is one column
      if (await page.getByRole('group', { name: t('Shown') }).isVisible()) await preview.click();
      await page
        .getByRole('heading', { name: readableItem(album).title })
        .first()
        .waitFor();
    },
    ready: button('Marketplace page'),
  },
  {
    name: 'studio course, a lesson being edited',
    who: 'learner',
    address: (album) => `/studio/courses/course-1/lessons/${lessonOf(album).lesson_id}`,
    arrange: async (page, album) => {
      await sell(page);
      const { course_id, title } = album.run.course;
      const content = { course_id, title, version: 1, lesson_count: 8 };
      await mockAnswer(page, getPublication, { publication: { ...PUBLICATION, content } });
    },
    ready: heading(/^Edit lesson 1\.1/),
  },
  {
    name: 'studio course whose lessons cannot be loaded',
    address: '/studio/courses/course-1',
    arrange: async (page) => {
      await sell(page);
      await refusing(listRuns, 'validation.failed', 'Not now.', {}, { creator_course_id: 'course-1' })(page);
    },
    ready: heading('The courses being written could not be loaded'),
  },
  { name: 'studio, a new course', isMain: true, address: '/studio/create', arrange: sell, ready: button('Create Course') },
  { name: 'studio course unknown', address: '/studio/courses/course-1', ready: heading('No course at this address') },
  { name: 'studio courses, none yet', address: '/studio/courses', ready: heading('No courses yet') },
  {
    name: 'studio course about to be deleted',
    address: '/studio/courses/course-1',
    arrange: makeOne,
    act: async (page) => {
      await page.getByRole('main').locator('[aria-haspopup="menu"]').click();
      await page.getByRole('menuitem', { name: t('Delete…') }).click();
    },
    ready: button('Delete the course'),
  },
  {
    name: 'studio course created',
    address: '/studio/create',
    arrange: (page) => mockAnswer(page, createCreatorCourse, { course: BEES }),
    act: async (page) => {
      await fillIn(page, BEES.title);
      await press('Create Course')(page);
    },
    ready: text("Course created successfully! It's now in draft status."),
  },
  {
    name: 'studio course refused, with a title that is too long',
    address: '/studio/create',
    arrange: refuse,
    act: async (page) => {
      await fillIn(page, BEES.title);
      await press('Create Course')(page);
      await page.getByText(t('Failed to create course. Please try again.')).waitFor();
      await page.getByRole('textbox', { name: t('Title') }).fill('x'.repeat(201));
      await page.getByRole('textbox', { name: t('Title') }).blur();
    },
    ready: (page) => page.getByRole('alert').filter({ hasText: '201' }),
  },
  {
    name: 'studio course saved elsewhere',
    address: '/studio/courses/course-1/edit',
    arrange: makeOne,
    act: async (page) => {
      await fillIn(page, 'Bees for everybody');
      await press('Save the course')(page);
    },
    ready: heading('This course was changed elsewhere'),
  },
];
