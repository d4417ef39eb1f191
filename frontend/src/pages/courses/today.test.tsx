import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { Today } from './today.tsx';

const COURSE = {
  course_id: 'c1',
  title: 'Bees',
  language: 'english',
  progress: 12,
  completed_lessons: 1,
  lesson_count: 8,
  lesson: { lesson_id: 'l2', title: 'A map danced in the dark', module: 0, lesson: 1 },
  section_ends: [1.2, 3.1, 4.4],
  read_at: '2026-11-20T10:00:00.000Z',
};

/** Renders what is due today. @param due null: it cannot be loaded */
async function show(due: object | null, courses: object[] = [COURSE]) {
  stubServer(({ path }) => {
    if (path.startsWith('/api/review-forecast'))
      return due === null ? problem('internal', 'No.') : partly({ again: 0, questions: 0, flash_cards: 0, waiting: 0, days: [], ...due });
    return path === '/api/continue' ? partly({ courses }) : partly();
  });
  await showScreen(<Today userId="u1" otherwise={<p>nothing</p>} />);
}
const steps = async () =>
  within(await screen.findByRole('region', { name: 'Today' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

it('lists the hardest of last time, the cards and where one stopped, in this order, with the minutes of each and of all', async () => {
  await show({ again: 3, questions: 3, flash_cards: 3 });
  expect(await steps()).toEqual([
    'The 3 hardest questions of last time, once more1 min',
    '3 flash cards1 min',
    'Where you stopped: A map danced in the darkBees4 min',
  ]);
  expect(screen.getByRole('heading', { name: 'About 6 minutes for today' })).toBeTruthy();
  expect(hrefOf('Start')).toBe('/review');
  expect(hrefOf('Continue the lesson')).toBe('/courses/c1/learn/0/1');
});

it('names other due questions after the hardest', async () => {
  await show({ again: 1, questions: 3 });
  expect(await steps()).toEqual([
    'The hardest question of last time, once more1 min',
    '2 questions that you are about to forget1 min',
    expect.stringMatching(/^Where you stopped/),
  ]);
});

it('says of a full day what it asks for and how many wait', async () => {
  await show({ questions: 30, flash_cards: 40, waiting: 20 }, []);
  expect(await steps()).toEqual([expect.stringMatching(/^50 questions and cards20 more are waiting.*15 min$/)]);
});

it('with nothing due, offers only the lesson; without a course, what the screen has instead', async () => {
  await show({});
  expect(await screen.findByRole('region', { name: 'Continue' })).toBeTruthy();
  cleanup();
  await show({}, []);
  expect(await screen.findByText('nothing')).toBeTruthy();
});

it('leaves out a list that cannot be loaded', async () => {
  await show(null);
  expect(await screen.findByRole('region', { name: 'Continue' })).toBeTruthy();
});
