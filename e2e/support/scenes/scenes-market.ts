import type { Page } from '@playwright/test';
import type { Sent } from '#contract/platform/mocked-answer.factory.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { listProfiles } from '#contract/people/people.contract.ts';
import { getRevenue, listSaleMovements } from '#contract/studio/creator-movements.contract.ts';
import { getMarketCreator, getMarketStanding, getMarketCourse, searchMarket } from '#contract/market/market.contract.ts';
import { type ReportedCourse, listMarketReports } from '#contract/market/moderation.contract.ts';
import { type AskedQuestion, listAskedQuestions } from '#contract/market/questions.contract.ts';
import { type Student, listStudents, getCourseContact } from '#contract/market/students.contract.ts';
import { aListing, aMarketCourse, aMarketPage } from '#frontend/features/market/market.factory.ts';
import { t } from '#frontend/lib/text.ts';
import { button, heading, press, type Scene, text } from './scene.ts';
import { mockAnswer, refusing } from '../mocks.ts';

const COURSE = aMarketCourse();
const found = (page: Sent<AnswerOf<typeof searchMarket>>) => (on: Page) => mockAnswer(on, searchMarket, page);
const list = found(aMarketPage([aListing(1), aListing(2), aListing(3, { rating: null, rating_count: 0, students: 1 })]));
/** The visitor's first input replaces the served page by the app, which requests the mocked data. */
const wake = (page: Page) => page.keyboard.press('Shift');

/** Mocks a creator who shows their profile, with two courses. */
async function ofCreator(page: Page): Promise<void> {
  const { id, name } = COURSE.creator;
  await list(page);
  await mockAnswer(page, getMarketCreator, { creator: { id, name, courses: 3, students: 37, rating: 4.5, rating_count: 8 } });
  await mockAnswer(page, listProfiles, {
    profiles: [{ user_id: id, name, bio: 'I have kept bees on balconies for eleven years, and write down what they teach me.' }],
    next: null,
  });
}

/** Mocks a course as its owner sees it after studying enough to rate it. */
async function haveIt(page: Page): Promise<void> {
  await mockAnswer(page, getMarketCourse, { course: COURSE });
  await mockAnswer(page, getCourseContact, { shares_progress: false, receives_messages: true, messages: [] });
  await mockAnswer(page, getMarketStanding, {
    standing: { is_creator: false, course_id: 'c1', progress: 40, has_update: true, may_rate: true },
    own_rating: null,
  });
}

const OF = { id: COURSE.id, title: COURSE.title };
const aStudent = (n: number, changes: Partial<Student> = {}): Student => ({
  student_id: `0194e0d0-0000-7000-8000-0000000000b${n}`,
  course: OF,
  enrolled_at: '2026-11-03T08:00:00.000Z',
  name: ['Ines Adler', 'Goran Petrov', 'Hana Sato'][n]!,
  progress: [80, 35, 0][n]!,
  last_active_at: '2026-11-18T18:20:00.000Z',
  shares_progress: true,
  receives_messages: true,
  is_sample: false,
  ...changes,
});
const HIDDEN = { name: null, progress: null, last_active_at: null, shares_progress: false, receives_messages: false };
const ASKED: AskedQuestion = {
  question_id: 'q1',
  text: 'How warm is a warm day?',
  by: 'Ines',
  is_own: false,
  answer: null,
  answered_at: null,
  created_at: '2026-11-18T18:20:00.000Z',
  course: OF,
  lesson_title: 'The hive in spring',
};
const REPORTED: ReportedCourse[] = [
  {
    course_id: COURSE.id,
    title: COURSE.title,
    creator: 'Maren Okafor',
    status: 'published',
    students: 12,
    taken_down_reason: null,
    reports: [{ reason: 'rights', text: 'The drawings are from my book.', reported_at: '2026-11-18T18:20:00Z' }],
  },
];

/** Three students, one of whom shares nothing, and a question. */
async function studyAndAsk(page: Page): Promise<void> {
  const students = [aStudent(0), aStudent(1), aStudent(2, HIDDEN)];
  await mockAnswer(page, listStudents, { students, total: 3, people: 3 });
  await mockAnswer(page, listAskedQuestions, { questions: [ASKED], open: 1 });
}

/** Two days with sales; one unfolds into a sale with a code and one without. */
async function sellSome(page: Page): Promise<void> {
  const bar = (day: string, revenue: number, sales: number, refunds = 0) => ({ from: day, to: day, revenue, sales, refunds });
  const movement = (n: number, change: number, code: string | null) => ({
    movement_id: `m${n}`,
    at: '2026-11-12T09:30:00.000Z',
    kind: 'sale',
    course: OF,
    code,
    paid: Math.round((change * 1000) / 7) / 100,
    change,
    held: 0,
  });
  await mockAnswer(page, getRevenue, {
    unit: 'day',
    buckets: [bar('2026-11-12', 13.3, 2), bar('2026-11-15', 7, 2, 1)],
    total: { ...bar('2026-11-01', 20.3, 4, 1), to: '2026-11-21' },
    before: { ...bar('2026-10-01', 14, 2), to: '2026-10-21' },
    has_samples: true,
  });
  const movements = [movement(1, 7, null), movement(2, 6.3, 'SPRING20')];
  await mockAnswer(page, listSaleMovements, { movements, total: 2, sum: 13.3 });
}

/** The market: searched, empty, failed to load; one of its courses for strangers, for owners, and deleted. */
export const SCENES_MARKET: readonly Scene[] = [
  { name: 'marketplace', who: 'nobody', address: '/market', arrange: list, act: wake, ready: text('Beekeeping on balconies, part 3') },
  {
    name: 'marketplace, nothing published',
    who: 'nobody',
    address: '/market',
    arrange: found(aMarketPage([])),
    act: wake,
    ready: heading('No course has been published yet'),
  },
  {
    name: 'marketplace that cannot be loaded',
    who: 'nobody',
    address: '/market',
    arrange: refusing(searchMarket, 'validation.failed', 'Not now.'),
    act: wake,
    ready: heading('The marketplace could not be loaded'),
  },
  {
    name: 'marketplace, courses of a creator',
    address: `/market?creator=${COURSE.creator.id}`,
    arrange: ofCreator,
    ready: text('I have kept bees on balconies for eleven years, and write down what they teach me.'),
  },
  {
    name: 'course of the market',
    who: 'nobody',
    address: `/market/${COURSE.id}`,
    arrange: (page) => mockAnswer(page, getMarketCourse, { course: COURSE }),
    ready: (page) => page.getByRole('link', { name: t('Sign in to buy it') }),
  },
  { name: 'course of the market, taken', address: `/market/${COURSE.id}`, arrange: haveIt, ready: button('Rate this course') },
  {
    name: 'course of the market, reported',
    address: `/market/${COURSE.id}`,
    arrange: haveIt,
    act: press('Report this course…'),
    ready: button('Send report'),
  },
  {
    name: 'course that is not in the market',
    who: 'nobody',
    address: `/market/${COURSE.id}`,
    arrange: refusing(getMarketCourse, 'not_found', 'Course not found.'),
    ready: heading('This course is not in the marketplace'),
  },
  { name: 'students and their questions', address: '/studio/students', arrange: studyAndAsk, ready: text('How warm is a warm day?') },
  {
    name: 'sales in detail, a bar opened',
    address: '/studio/analytics',
    arrange: sellSome,
    act: async (page) => {
      await press('Show as table')(page);
      await press('$13.30')(page);
    },
    ready: (page) => page.getByRole('cell', { name: 'SPRING20' }),
  },
  {
    name: 'reported courses',
    who: 'operator',
    address: '/operator/market',
    arrange: (page) => mockAnswer(page, listMarketReports, { courses: REPORTED }),
    ready: heading('Reported courses'),
  },
];
