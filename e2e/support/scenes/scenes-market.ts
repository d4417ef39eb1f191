import type { Page } from 'playwright-core';
import { aListing, aMarketCourse, aMarketPage } from '#frontend/features/courses/market/market.factory.ts';
import { t } from '#frontend/lib/text.ts';
import type { Scene } from './scenes.ts';

const COURSE = aMarketCourse();
const answer =
  (json: object, status = 200) =>
  (page: Page) =>
    page.route('**/api/market/**', (route) => route.fulfill({ status, json }));
const list = answer(aMarketPage([aListing(1), aListing(2), aListing(3, { rating: null, rating_count: 0, students: 1 })]));
const heading = (english: string) => (page: Page) => page.getByRole('heading', { name: t(english), exact: true }).first();

/** One course, as somebody sees it who has it and has learned enough to rate it. */
async function haveIt(page: Page): Promise<void> {
  await page.route('**/api/market/**', (route) =>
    route.request().url().endsWith('/standing')
      ? route.fulfill({
          json: { standing: { is_creator: false, course_id: 'c1', progress: 40, has_update: true, may_rate: true }, own_rating: null },
        })
      : route.fulfill({ json: { course: COURSE } }),
  );
}

/** The market: searched, empty, not to be had; a course of it for strangers, for those who have it, and one that is gone. */
export const SCENES_MARKET: readonly Scene[] = [
  {
    name: 'marketplace',
    who: 'nobody',
    address: () => '/market',
    arrange: list,
    ready: (page) => page.getByText('Beekeeping on balconies, part 3'),
  },
  {
    name: 'marketplace, nothing published',
    who: 'nobody',
    address: () => '/market',
    arrange: answer(aMarketPage([])),
    ready: heading('No course has been published yet'),
  },
  {
    name: 'marketplace, nothing found',
    who: 'newcomer',
    address: () => '/market?q=zither',
    arrange: answer(aMarketPage([])),
    ready: heading('No course matches'),
  },
  {
    name: 'marketplace that cannot be loaded',
    who: 'nobody',
    address: () => '/market',
    arrange: answer({ status: 400, detail: 'Not now.', code: 'internal' }, 400),
    ready: heading('The marketplace could not be loaded'),
  },
  {
    name: 'course of the market',
    who: 'nobody',
    address: () => `/market/${COURSE.id}`,
    arrange: answer({ course: COURSE }),
    ready: (page) => page.getByRole('link', { name: t('Sign in to buy it') }),
  },
  {
    name: 'course of the market, taken',
    who: 'newcomer',
    address: () => `/market/${COURSE.id}`,
    arrange: haveIt,
    ready: (page) => page.getByRole('button', { name: t('Rate this course') }),
  },
  {
    name: 'course of the market, reported',
    who: 'newcomer',
    address: () => `/market/${COURSE.id}`,
    arrange: haveIt,
    act: (page) => page.getByRole('button', { name: t('Report this course…') }).click(),
    ready: (page) => page.getByRole('button', { name: t('Send report') }),
  },
  {
    name: 'course that is not in the market',
    who: 'nobody',
    address: () => `/market/${COURSE.id}`,
    arrange: answer({ status: 404, code: 'not_found', title: 'Not found', detail: 'There is no such course.' }, 404),
    ready: heading('This course is not in the marketplace'),
  },
];
