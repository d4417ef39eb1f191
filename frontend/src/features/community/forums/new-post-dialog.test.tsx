import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { NewGroupDialog } from '../groups/group-dialog.tsx';
import { NewPostDialog } from './new-post-dialog.tsx';

type Answer = ReturnType<Parameters<typeof stubServer>[0]>;
/** Answers writes with `answer`, and reports that no age rule applies. */
const stub = (answer: () => Answer) => stubServer(({ method }) => (method === 'GET' ? partly({ rules: [] }) : answer()));
const told = () => getNotices().map(({ text }) => text);

/** Presses a button as soon as pending work has ended. */
async function press(name: string) {
  const button = screen.getByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
  fireEvent.click(button);
}

it('COM-07 COM-08 a discussion requires a title, content, and a session', async () => {
  const onCreated = vi.fn();
  let answer: Answer = problem('auth.required', 'Sign in.');
  const sent = stub(() => answer);
  await showScreen(<NewPostDialog userId="u-1" onClose={() => undefined} onCreated={onCreated} />);
  const send = () => press('Post');
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
  await send();
  await screen.findByText('Please fill in all required fields');
  type(/^Title/, 'When do bees swarm?');
  await send();
  screen.getByText('Please fill in all required fields');
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  type(/^Content|^Text|^What/, 'In May, or earlier?');
  await send();
  await waitFor(() => expect(told()).toEqual(['Please log in to create posts']));
  answer = problem('internal', 'Something went wrong on our side.');
  await send();
  await waitFor(() => expect(told()[0]).toBe('Failed to create post. Something went wrong on our side.'));
  expect(onCreated).not.toHaveBeenCalled();
  answer = partly({ post: { post_id: 'p-1', state: 'clear' } }, 200);
  await send();
  await waitFor(() => expect(told()[0]).toBe('Post created successfully!'));
  expect(onCreated).toHaveBeenCalledWith('p-1');
});

it('A17 a newcomer is asked for the year of birth once, and continues in the same dialog with the typed text', async () => {
  let refusal: string | null = 'age.unknown';
  const sent = stubServer(({ method, path }) => {
    if (method === 'GET') return partly({ rules: [{ rule: 'chat_with_strangers', refusal }] });
    if (path === '/api/auth/birth-year') refusal = null;
    return partly({ birth_year: 1990 });
  });
  await showScreen(<NewPostDialog userId="u-1" onClose={() => undefined} onCreated={() => undefined} />);
  const year = await screen.findByRole('textbox', { name: /^Year of birth/ });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(/A year from 1900 to/);
  fireEvent.change(year, { target: { value: '1990' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('textbox', { name: /^Title/ });
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ birth_year: 1990 }]);
});

it('COM-11 success and failure of creating a study group are reported in the specified words', async () => {
  const onCreated = vi.fn();
  let answer: Answer = problem('internal', 'Something went wrong on our side.');
  stub(() => answer);
  await showScreen(<NewGroupDialog userId="u-1" onClose={() => undefined} onCreated={onCreated} />);
  for (const name of [/^Name/, /^Description/]) fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: 'Swarms' } });
  const send = () => press('Create group');
  await send();
  await waitFor(() => expect(told()).toEqual(['Failed to create study group. Something went wrong on our side.']));
  expect(onCreated).not.toHaveBeenCalled();
  answer = partly({ group: { group_id: 'g-1', state: 'clear' } }, 200);
  await send();
  await waitFor(() => expect(told()[0]).toBe('Study group created successfully!'));
  expect(onCreated).toHaveBeenCalledWith('g-1');
});

it('says at once that a form is disabled at the user’s age', async () => {
  const onClose = vi.fn();
  stubServer(() => partly({ rules: [{ rule: 'chat_with_strangers', refusal: 'age.parent_needed' }] }));
  await showScreen(<NewPostDialog userId="u-1" onClose={onClose} onCreated={() => undefined} />);
  await screen.findByText(/Under 18 this needs a parent’s consent/);
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
});
