import type { Page } from '@playwright/test';
import { t } from '#frontend/lib/text.ts';
import { heading, type Scene, text } from './scenes.ts';
import { mockAnswer, refusing } from '../mocks.ts';

const WEEK = Array.from({ length: 7 }, (_, n) => ({ day: `2026-11-${14 + n}`, minutes: n * 12, lessons: n % 3 }));
const words = { key: 'First lesson completed', values: {} };

/** Mocks a user who has learned for a while. */
const learned = (page: Page) =>
  mockAnswer(page, '**/api/dashboard/*', {
    completed_courses: 2,
    total_hours: 14.5,
    measured_since: '2026-10-02',
    streak_days: 6,
    total_points: 1485,
    courses: [],
    course_total: 0,
    achievements: [
      {
        id: 'first_lesson',
        title: words.key,
        title_words: words,
        points: 10,
        progress: 1,
        target: 1,
        awarded_at: '2026-10-02T08:00:00.000Z',
      },
    ],
    achievement_total: 1,
    weekly_activity: WEEK,
    review_due: 12,
    goals: [
      { kind: 'week', minutes: 300, done_minutes: 252 },
      {
        kind: 'course',
        course_id: 'c1',
        title: 'Bees on a roof',
        due_on: '2026-12-24',
        progress: 40,
        is_done: false,
        lessons_left: 9,
        days_left: 34,
      },
    ],
  });

/** The dashboard of a newcomer, of a learner, after a while, and when it fails to load; achievements and points. */
export const SCENES_DASHBOARD: readonly Scene[] = [
  { name: 'dashboard, nothing yet', who: 'newcomer', address: () => '/dashboard', ready: heading('No course yet') },
  { name: 'dashboard', who: 'learner', address: () => '/dashboard', ready: heading('Goals') },
  {
    name: 'dashboard after a while',
    who: 'newcomer',
    address: () => '/dashboard',
    arrange: learned,
    ready: (page) => page.getByRole('img', { name: /36/ }),
  },
  {
    name: 'dashboard that cannot be loaded',
    who: 'newcomer',
    address: () => '/dashboard',
    arrange: refusing('**/api/dashboard/*', 400, 'Not now.'),
    ready: heading('The dashboard could not be loaded'),
  },
  { name: 'achievements', who: 'learner', address: () => '/dashboard/achievements', ready: text('Learned on a hundred days') },
  {
    name: 'points',
    who: 'learner',
    address: () => '/dashboard/points',
    ready: (page) => page.getByRole('heading', { level: 1, name: t('Your points') }),
  },
];
