import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ACHIEVEMENTS } from '#contract/dashboard/achievements.ts';
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { DashboardView } from './dashboard-view.tsx';

it('DSH-01 DSH-02 shows completions, hours, the streak and points; achievements with their points, and courses', async () => {
  const [first] = ACHIEVEMENTS;
  const title_words = first!.title();
  const dashboard: Dashboard = {
    completed_courses: 3,
    total_hours: 12.5,
    measured_since: '2026-11-01',
    streak_days: 4,
    total_points: 1_240,
    courses: [],
    course_total: 0,
    achievements: [
      {
        id: first!.id,
        title: title_words.key,
        title_words,
        points: 10,
        counts: first!.counts,
        progress: 1,
        target: 1,
        awarded_at: '2026-11-20T10:00:00.000Z',
      },
    ],
    achievement_total: 1,
    weekly_activity: [],
    goals: [],
    review_due: 0,
  };
  const course = { course_id: 'c-1', title: 'Bees', status: 'in-progress', progress: 40 };
  stubServer(() => partly({ ...dashboard, courses: [course], course_total: 1 }));
  await showScreen(<DashboardView userId="u-1" />);
  const figureOf = async (name: string) => (await screen.findByText(name)).parentElement!.textContent;
  for (const [name, figure] of [
    ['Completed courses', '3'],
    ['Hours of learning', '12.5'],
    ['Days in a row', '4Learn for a minute today to keep it.'],
    ['Points', '1,240'],
  ] as const)
    expect(await figureOf(name)).toContain(figure);
  const rows = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');
  expect(rows('Achievements').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/First lesson completed.*10/)]);
  expect(rows('Courses').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Bees.*40% completed/)]);
});

it('DSH-02 a user without courses is told so, unless a due assignment is shown above', async () => {
  const none = { courses: [], course_total: 0, achievements: [], achievement_total: 0, weekly_activity: [], goals: [], review_due: 0 };
  const figures = { completed_courses: 0, total_hours: 0, measured_since: null, streak_days: 0, total_points: 0 };
  stubServer(() => partly({ ...none, ...figures }));
  const shown = await showScreen(<DashboardView userId="u-1" isAssigned />);
  await screen.findByText('Completed courses');
  expect(screen.queryByText('No course yet')).toBeNull();
  shown.unmount();
  await showScreen(<DashboardView userId="u-1" />);
  await screen.findByText('No course yet');
});
