import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { CourseCardsSection } from './course-cards-section.tsx';

const LESSONS = [0, 1, 2].map((n) => ({ lesson_id: `l${n}`, title: `Lesson ${n}`, cards: 0, is_free: false }));

/** Renders the section of a course with these cards. @returns the orders that were sent */
async function show(changes: object = {}, isTranslation = false) {
  const body = { deck: 'Bees', lessons: LESSONS, task_id: null, progress: 0, problem: null, reason: null, ...changes };
  const sent = stubServer(({ method }) => (method === 'GET' ? { body } : { status: 202, body: { task_id: 't1' } }));
  await showScreen(<CourseCardsSection userId="u1" courseId="c1" isTranslation={isTranslation} />);
  await screen.findByRole('button', { name: /Create|Try again/ });
  return () => sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
}

it('shows the maximum price of all cards before the press', async () => {
  await show();
  screen.getByText(
    'Up to 0.30 tokens, 0.10 for the three cards of a lesson: one service writes them, another checks them. You are not charged for cards that do not pass.',
  );
});

it('shows why the last order failed, and orders again', async () => {
  const ordered = await show({ problem: 'No AI service could write these flash cards. Nothing was charged. Please try again.' });
  screen.getByText(/^No AI service could write these flash cards/);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(ordered()).toEqual(['/api/course-flash-cards/c1']));
});

it('tells readers of a translation the language of the cards', async () => {
  await show({}, true);
  screen.getByText(/^The cards are in the course’s original language/);
});

it('names no price for the library’s cards, and only that of the others beside them', async () => {
  const shown = await show({ lessons: LESSONS.map((lesson) => ({ ...lesson, is_free: true })) });
  screen.getByText('They are from the library and cost nothing.');
  expect(screen.queryByText(/tokens/)).toBeNull();
  expect(shown()).toEqual([]);
  cleanup();
  await show({ lessons: LESSONS.map((lesson, at) => ({ ...lesson, is_free: at > 0 })) });
  screen.getByText(/^Up to 0\.10 tokens/);
});
