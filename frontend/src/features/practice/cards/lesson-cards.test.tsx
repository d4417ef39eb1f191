import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import LessonCards from './lesson-cards.tsx';

const FAILED = 'No AI service could write these flash cards. Nothing was charged. Please try again.';

/** Renders the end of the lesson `l1`, in a course with these cards. @returns the orders that were sent */
async function show(answers: readonly object[]) {
  let at = 0;
  const sent = stubServer(({ method }) => {
    if (method === 'PUT') return partly({ cards: 0 });
    if (method !== 'GET') return partly({ task_id: 't1' }, 202);
    const given = answers[Math.min(at++, answers.length - 1)]!;
    if ('status' in given) return given as Answer;
    return partly({
      deck: 'Bees',
      lessons: [{ lesson_id: 'l1', title: 'Swarms', cards: 0, is_free: false }],
      task_id: null,
      progress: 0,
      problem: null,
      ...given,
    });
  });
  await showScreen(<LessonCards userId="u1" courseId="c1" lessonId="l1" isTranslation={false} />);
  return () => sent.filter(({ method }) => method === 'POST' || method === 'PUT').map(({ path, body }) => ({ path, body }));
}

it('offers three cards with their price, and orders those of this lesson alone with one press', async () => {
  const ordered = await show([{}, { task_id: 't1', progress: 5 }]);
  await screen.findByText(/Up to 0\.10 tokens\./);
  fireEvent.click(screen.getByRole('button', { name: 'Add 3 flash cards' }));
  await screen.findByText(/Flash cards are being written: 5%/);
  expect(ordered()).toEqual([{ path: '/api/course-flash-cards/c1', body: { lessons: ['l1'] } }]);
});

it('links to the cards once there are some', async () => {
  await show([{ lessons: [{ lesson_id: 'l1', title: 'Swarms', cards: 3, is_free: false }] }]);
  await screen.findByText(/3 flash cards of this lesson are in your deck\./);
  expect(screen.getByRole('link', { name: 'Open the deck' }).getAttribute('href')).toBe('/review/cards?deck=Bees');
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows why its cards could not be made, but not why those of other lessons could not', async () => {
  await show([{ problem: FAILED }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Add 3 flash cards' }));
  await screen.findByText(FAILED);
});

it('reports that it could not be loaded, also offline, and retries', async () => {
  await show([problem('access.denied', 'No.'), {}]);
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('is empty for a lesson that the course does not have', async () => {
  await show([{ lessons: [] }]);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

it('of the library, cards were kept with the lesson; they can be declined and asked for again, without a price', async () => {
  const of = (cards: number) => ({ lessons: [{ lesson_id: 'l1', title: 'Swarms', cards, is_free: true }] });
  const sent = await show([of(3), of(0)]);
  fireEvent.click(await screen.findByRole('button', { name: 'Do not keep them' }));
  await screen.findByText(/cost nothing/);
  expect(screen.queryByText(/tokens/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add its flash cards' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      { path: '/api/course-flash-cards/c1/lessons/l1', body: { keep: false } },
      { path: '/api/course-flash-cards/c1/lessons/l1', body: { keep: true } },
    ]),
  );
});
