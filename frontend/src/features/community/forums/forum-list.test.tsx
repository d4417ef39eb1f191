import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getNotices } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { ForumList } from './forum-list.tsx';

it('COM-05 a failed join is reported in the specified words, and the forum stays as it was', async () => {
  const forum = {
    forum_id: 'general',
    title: 'General',
    category: 'general',
    joined: false,
    posts_count: 2,
    participants: 1,
    last_activity: null,
  };
  const sent = stubServer(({ method }) =>
    method === 'GET' ? partly({ forums: [forum] }) : problem('internal', 'Something went wrong on our side.'),
  );
  await showScreen(<ForumList userId="u-1" />);
  fireEvent.click(await screen.findByRole('button', { name: /^Join/ }));
  await waitFor(() =>
    expect(getNotices().map(({ text }) => text)).toEqual(['Failed to join discussion. Something went wrong on our side.']),
  );
  expect(sent.at(-1)).toMatchObject({ method: 'POST', path: '/api/discussion-forums/general/join', body: { joined: true } });
  expect(screen.getByRole('button', { name: /^Join/ })).toBeTruthy();
});
