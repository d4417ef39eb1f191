import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { MarketPreview } from './market-preview.tsx';
import { aMarketCourse } from './market.factory.ts';

it('shows a course on the shelf and on its page, with no button to buy or open it', async () => {
  await showScreen(<MarketPreview course={aMarketCourse({ title: 'Bees on a roof' })} renderLesson={() => null} />);
  expect(screen.getByRole('heading', { level: 3, name: 'Bees on a roof' })).toBeTruthy();
  expect(screen.getByText('Take honey without losing the colony')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([expect.stringMatching(/^\/market\?creator=/)]);
  expect(screen.queryByRole('button', { name: /Buy|Take/ })).toBeNull();
});

it('shows text as text, and opens a preview lesson through its parent', async () => {
  const course = aMarketCourse({ description: '<b>Bees</b>\nand roofs' });
  await showScreen(<MarketPreview course={course} renderLesson={(lessonId) => <p>Lesson {lessonId}</p>} />);
  expect(screen.getByText(/<b>Bees<\/b>/).textContent).toBe('<b>Bees</b>\nand roofs');
  expect(screen.queryByText('Lesson a')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(screen.getByText('Lesson a')).toBeTruthy();
});

it('leaves out facts that are unknown before there are lessons', async () => {
  const bare = aMarketCourse({
    modules: [],
    lesson_count: 0,
    duration_minutes: 0,
    language: '',
    outcomes: [],
    requirements: [],
    ratings: [],
  });
  await showScreen(<MarketPreview course={bare} renderLesson={() => null} />);
  expect(screen.queryByText(/lesson/)).toBeNull();
  expect(screen.getAllByText(/^Beginner/).length).toBeGreaterThan(0);
});
