import type { Page } from '@playwright/test';
import { aCoursePage, aCreatorCourse } from '#frontend/features/studio/courses/creator-course.factory.ts';
import { t } from '#frontend/lib/text.ts';
import { heading, type Scene, text } from './scenes.ts';
import { mockAnswer, refusing } from '../mocks.ts';

const BEES = aCreatorCourse(1, { title: 'Keeping bees on a city roof' });
const NEWER = { ...BEES, title: 'Keeping bees', version: 2 };

/** Mocks a creator with one course, which another window has saved meanwhile. */
async function makeOne(page: Page): Promise<void> {
  await mockAnswer(page, '**/api/creator/courses?*', aCoursePage([BEES]));
  let isRead = false;
  await page.route('**/api/creator/courses/*', (route) => {
    if (route.request().method() !== 'GET') return route.fulfill({ status: 409, json: { status: 409, code: 'course.version_conflict' } });
    const course = isRead ? NEWER : BEES;
    isRead = true;
    return route.fulfill({ json: { course } });
  });
}
const refuse = refusing(/\/api\/creator\/courses/, 400, 'Not now.');
const fillIn = async (page: Page, title: string) => {
  await page.getByRole('textbox', { name: t('Title') }).fill(title);
  await page.getByRole('textbox', { name: t('Description') }).fill('One colony through a whole year.');
};
const button = (page: Page, english: string) => page.getByRole('button', { name: t(english), exact: true });

/** The states of a creator's courses: empty, failed to load, created, rejected, saved elsewhere, about to be deleted. */
export const SCENES_STUDIO_COURSES: readonly Scene[] = [
  { name: 'studio courses, none yet', who: 'newcomer', address: () => '/studio/courses', ready: heading('No courses yet') },
  {
    name: 'studio courses that cannot be loaded',
    who: 'newcomer',
    address: () => '/studio/courses',
    arrange: refuse,
    ready: heading('Your courses could not be loaded'),
  },
  {
    name: 'studio course about to be deleted',
    who: 'newcomer',
    address: () => '/studio/courses/course-1',
    arrange: makeOne,
    act: (page) => button(page, 'Delete…').click(),
    ready: (page) => button(page, 'Delete the course'),
  },
  {
    name: 'studio course created',
    who: 'newcomer',
    address: () => '/studio/create',
    arrange: (page) => mockAnswer(page, '**/api/creator/courses', { course: BEES }, 201),
    act: async (page) => {
      await fillIn(page, BEES.title);
      await button(page, 'Create Course').click();
    },
    ready: text("Course created successfully! It's now in draft status."),
  },
  {
    name: 'studio course refused, with a title that is too long',
    who: 'newcomer',
    address: () => '/studio/create',
    arrange: refuse,
    act: async (page) => {
      await fillIn(page, BEES.title);
      await button(page, 'Create Course').click();
      await page.getByText(t('Failed to create course. Please try again.')).waitFor();
      await page.getByRole('textbox', { name: t('Title') }).fill('x'.repeat(201));
      await page.getByRole('textbox', { name: t('Title') }).blur();
    },
    ready: (page) => page.getByRole('alert').filter({ hasText: '201' }),
  },
  {
    name: 'studio course saved elsewhere',
    who: 'newcomer',
    address: () => '/studio/courses/course-1/edit',
    arrange: makeOne,
    act: async (page) => {
      await fillIn(page, 'Bees for everybody');
      await button(page, 'Save the course').click();
    },
    ready: heading('This course was changed elsewhere'),
  },
];
