import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications/notifications.contract.ts';
import { getNotices, toast } from '#frontend/lib/toast.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import NotificationList from './notification-list.tsx';
import { notifications } from './notification-queries.ts';
import NotificationWatcher from './notification-watcher.tsx';
import { notificationWords } from './notification-words.ts';

const one = (part: Partial<Notification> = {}): Notification => ({
  id: '7',
  kind: 'run.completed',
  subject: 'Bees',
  task_id: 't-1',
  course_id: 'c-1',
  created_at: '2026-01-05T14:00:00.000Z',
  read: false,
  ...part,
});

/** The list as opened from the bell, which has already fetched the notifications. */
function Opened() {
  useQuery(notifications('user-1'));
  return <NotificationList userId="user-1" anchor={document.body} onClose={() => undefined} />;
}

describe('A19 the notification list', () => {
  it('describes remote events by kind and links to them', () => {
    expect(
      [
        notificationWords(one()),
        notificationWords(one({ kind: 'run.failed', course_id: null })),
        notificationWords(one({ kind: 'run.practice_failed' })),
        notificationWords(one({ kind: 'outline.waiting', course_id: null })),
        notificationWords(one({ kind: 'proposal.ready' })),
        notificationWords(one({ kind: 'simulation.completed' })),
        notificationWords(one({ kind: 'simulation.failed', course_id: null })),
        notificationWords(one({ kind: 'audio.completed' })),
        notificationWords(one({ kind: 'cards.failed' })),
        notificationWords(one({ kind: 'payment.to_confirm', subject: 'Basic' })),
        notificationWords(one({ kind: 'payment.disputed', subject: '300 tokens' })),
        notificationWords(one({ kind: 'dispute.won', subject: '300 tokens' })),
        notificationWords(one({ kind: 'dispute.lost', subject: '300 tokens' })),
      ].map(({ text, link }) => `${text} → ${link?.label} ${link?.href}`),
    ).toEqual([
      '“Bees” is ready → Open course /courses/c-1',
      '“Bees” could not be written → See why /create/runs/t-1',
      'The quiz and exercises of “Bees” could not be written → See why /create/runs/t-1',
      'The outline is ready to check: Bees → Check the outline /create/runs/t-1',
      'A new version is ready: Bees → View /courses/c-1/proposals/t-1',
      'The simulation is ready: Bees → Open course /courses/c-1',
      'The simulation could not be made: Bees → See why /create/runs/t-1',
      'Audio ready: Bees → Listen /courses/c-1/audio',
      'The flash cards could not be made: Bees → See why /courses/c-1',
      'Your payment needs your confirmation: Basic → See your plan and payments /billing',
      'Your bank is reviewing a disputed payment, and its tokens are on hold: 300 tokens → See your plan and payments /billing',
      'The dispute has ended and the payment stands: 300 tokens → See your plan and payments /billing',
      'Your bank reversed a payment, so what it paid for has ended: 300 tokens → See your plan and payments /billing',
    ]);
  });

  it('A19 a course with missing lessons is not announced as a complete one', () => {
    const part = notificationWords(one({ lessons: { delivered: 1, planned: 12 } }));
    expect([part.kind, part.text]).toEqual(['info', '1 of 12 lessons of “Bees” is written']);
    const whole = notificationWords(one({ lessons: { delivered: 12, planned: 12 } }));
    expect([whole.kind, whole.text]).toEqual(['success', '“Bees” is ready']);
  });

  it('A03 merges the messages of this tab with those of the server, newest first, and closing marks both read', async () => {
    toast('error', 'Failed to save course');
    toast('success', 'Course generated', null, false);
    const sent = stubServer(({ method }) => ({
      body: method === 'POST' ? { unread: 0 } : { notifications: [one(), one({ id: '6', subject: 'Wasps', read: true })], unread: 1 },
    }));
    const { cache } = await showScreen(<Opened />);
    await screen.findByText('“Bees” is ready');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/ · .*?(?=[A-Z])/, ' '))).toEqual([
      expect.stringContaining('Failed to save course'),
      expect.stringContaining('Bees” is ready'),
      expect.stringContaining('Wasps” is ready'),
    ]);
    // the toasts would repeat the list; the bell still counts the entries marked as new here
    expect(getNotices().some(({ isShown }) => isShown)).toBe(false);
    expect(screen.getAllByText(/, new$/)).toHaveLength(2);
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
    fireEvent.keyDown(screen.getByRole('dialog', { name: 'Notifications' }), { key: 'Escape' });
    await waitFor(() => expect(cache.getQueryData(notifications('user-1').queryKey)?.unread).toBe(0));
    expect(sent.at(-1)).toMatchObject({ path: '/api/notifications/read', body: { up_to: '7' } });
    expect(getNotices().every(({ isRead }) => isRead)).toBe(true);
  });

  it('unavailable is not empty', async () => {
    stubServer(() => problem('service.unavailable', 'no'));
    await showScreen(<Opened />);
    await screen.findByText(/^Changes made elsewhere could not be loaded\./);
    expect(screen.queryByText(/^Nothing yet/)).toBeNull();
  });
});

describe('A19 a new notification while the user is here', () => {
  it('is also a toast, unless it is already known; earlier ones are only counted', async () => {
    let answer = { notifications: [one()], unread: 1 };
    stubServer(() => ({ body: answer }));
    const { cache } = await showScreen(<NotificationWatcher userId="user-1" isKnown={({ task_id }) => task_id === 't-known'} />);
    const { queryKey } = notifications('user-1');
    await waitFor(() => expect(cache.getQueryData(queryKey)).toBeTruthy());
    answer = { notifications: [one({ id: '9', kind: 'outline.waiting' }), one({ id: '8', task_id: 't-known' }), one()], unread: 3 };
    await act(() => cache.refetchQueries({ queryKey }));
    await waitFor(() => expect(getNotices()).not.toEqual([]));
    expect(getNotices().map(({ text, isListed }) => [text, isListed])).toEqual([['The outline is ready to check: Bees', false]]);
  });
});
