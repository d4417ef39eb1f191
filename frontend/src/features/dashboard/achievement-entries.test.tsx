import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Achievement } from '#contract/dashboard/dashboard.contract.ts';
import { ACHIEVEMENTS } from '#contract/dashboard/achievements.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { AchievementRow } from './achievement-entries.tsx';

it.each([
  ['ten_hours', 368, '6.1 of 10 hours'],
  ['one_hour', 12, '12 of 60 minutes'],
  ['fifty_lessons', 21, '21 of 50 lessons'],
  ['first_course', 0, '0 of 1 course'],
  ['thirty_days', 7, '7 of 30 days'],
])('%s shows the progress, in its unit', async (id, progress, words) => {
  const { title, points, counts, target } = ACHIEVEMENTS.find((rule) => rule.id === id)!;
  const achievement: Achievement = { id, title: title().key, title_words: title(), points, counts, progress, target, awarded_at: null };
  await showScreen(<AchievementRow achievement={achievement} />);
  expect(screen.getByText(words)).toBeTruthy();
});
