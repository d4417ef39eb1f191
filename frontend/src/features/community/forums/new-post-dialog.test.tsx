// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearNotices, getNotices } from '#frontend/lib/toast.ts';
import { problem, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { NewPostDialog } from './new-post-dialog.tsx';

beforeEach(clearNotices);
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it('COM-07 a discussion needs a title and a content, and somebody who is signed in', async () => {
  const onCreated = vi.fn();
  const sent = stubServer(() => problem(401, 'Sign in.', { code: 'auth.required' }));
  await showScreen(<NewPostDialog userId="u-1" onClose={() => undefined} onCreated={onCreated} />);
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Post' }));
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
  send();
  await screen.findByText('Please fill in all required fields');
  type(/^Title/, 'When do bees swarm?');
  send();
  screen.getByText('Please fill in all required fields');
  expect(sent).toEqual([]);
  type(/^Content|^Text|^What/, 'In May, or earlier?');
  send();
  await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Please log in to create posts']));
  expect(onCreated).not.toHaveBeenCalled();
});
