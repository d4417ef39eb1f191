// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearNotices, getNotices } from '#frontend/lib/toast.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { useSaveToggle } from './course-queries.ts';

function Save({ userId }: { readonly userId: string | null }) {
  const { mutate } = useSaveToggle(userId);
  return <button onClick={() => mutate({ courseId: 'course-1', isSaved: false })}>Save</button>;
}

beforeEach(() => clearNotices());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('CRS-13 (G55) saving while signed out asks nothing of the server and says so in the words of the main app', async () => {
  const sent = stubServer(() => ({ body: {} }));
  await showScreen(<Save userId={null} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Please log in to save courses']));
  expect(sent).toEqual([]);
});
