import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { useSaveToggle } from './course-queries.ts';

/** Shows the toast, and the error of the call. */
function Save({ userId }: { readonly userId: string | null }) {
  const { mutate, error } = useSaveToggle(userId);
  return (
    <>
      <button onClick={() => mutate({ courseId: 'course-1', isSaved: false })}>Save</button>
      {error?.message}
    </>
  );
}

it('CRS-13 (G55) saving while signed out sends no request and says so with the main app’s text', async () => {
  const sent = stubServer(() => ({ body: {} }));
  await showScreen(<Save userId={null} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Please log in to save courses']));
  expect(sent).toEqual([]);
});

it('CRS-13 (G55) a session that ends while a course is saved leads to the entry screens, which report it in their own text', async () => {
  stubServer(() => problem('auth.token_invalid', 'The access token is not valid or has expired'));
  await showScreen(<Save userId="u1" />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Must be logged in to save courses']));
});

it('CRS-14 (G55) without a server’s reason the call has that of the entry screens, and the main app replaces it', async () => {
  stubServer(() => brokenAnswer('a proxy', 500, {}));
  await showScreen(<Save userId="u1" />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Failed to save course');
  expect(getNotices().map(({ text }) => text)).toEqual(['Failed to save course. Please try again.']);
});
