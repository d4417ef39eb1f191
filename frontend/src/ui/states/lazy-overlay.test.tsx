import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { clearNotices, getNotices } from '#frontend/lib/toast.ts';
import { lazyOverlay } from './lazy-overlay.tsx';
import '#frontend/testing/patience.ts';

it('a part whose code fails to load is closed with a message; the next opening loads it again, later ones do not', async () => {
  clearNotices();
  const load = vi
    .fn<() => Promise<{ default: (props: { name: string }) => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({ default: ({ name }) => `Hello ${name}` });
  const Part = lazyOverlay(load);
  const onMissing = vi.fn();
  const open = () => render(<Part name="Ines" onMissing={onMissing} />);
  open();
  await waitFor(() => expect(onMissing).toHaveBeenCalledOnce());
  expect(getNotices().map(({ text }) => text)).toEqual(['The dialog could not be opened. Check your connection, then reload the page.']);
  cleanup();
  open();
  await screen.findByText('Hello Ines');
  cleanup();
  open();
  screen.getByText('Hello Ines');
  expect(load).toHaveBeenCalledTimes(2);
});
