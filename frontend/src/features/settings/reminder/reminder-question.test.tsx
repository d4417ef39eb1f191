import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { ReminderAtEnd } from './reminder-question.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 10, 20, 11) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SUBSCRIPTION = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p256dh', auth: 'auth' } };
/** Lets the browser push, with this answer to its own question. */
function stubPush(permission: NotificationPermission) {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => permission });
  const pushManager = { getSubscription: async () => ({ toJSON: () => SUBSCRIPTION, ...SUBSCRIPTION }) };
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { serviceWorker: { getRegistration: async () => ({ pushManager }) } }),
  );
}

/** Shows the end of a first lesson. */
async function show({ isAsked = true, account = {}, saves = true } = {}) {
  const sent = stubServer(({ path, method }: SentRequest) => {
    if (path === '/api/user/reminder-question') return partly({ is_asked: isAsked });
    if (path === '/api/user/settings' && method === 'POST') return saves ? partly() : problem('internal', 'The disk is full.');
    if (path === '/api/push-subscriptions/state') return partly({ public_key: 'key', subscription: null });
    if (path === '/api/push-subscriptions')
      return partly({ public_key: 'key', subscription: { runs: false, replies: false, reminders: true } });
    return path === '/api/auth/account' ? partly({ email_verified: true, mail_configured: true, ...account }) : partly();
  });
  await showScreen(<ReminderAtEnd userId="u1" />);
  return (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('offers a reminder at this hour; without push it comes by email', async () => {
  const bodies = await show();
  expect(await screen.findByText(/Shall we remind you at 20:15/)).toBeTruthy();
  await press('Remind me');
  await screen.findByText(/Reminders come at .*, by email\./);
  expect(bodies('/api/user/settings')).toEqual([
    expect.objectContaining({ notifications: { course_reminders: true }, reminder_time: '20:15', time_zone: expect.any(String) }),
  ]);
});

it.each([
  [{ email_verified: false }, /by email once you have confirmed your address/],
  [{ mail_configured: false }, /in your notifications here/],
])('says what is so of email: %j', async (account, words) => {
  await show({ account });
  await press('Remind me');
  expect(await screen.findByText(words)).toBeTruthy();
});

it('comes in the browser that allows it, and asks it for nothing else', async () => {
  stubPush('granted');
  const bodies = await show();
  await press('Remind me');
  await screen.findByText(/in this browser\./);
  expect(bodies('/api/push-subscriptions')).toEqual([expect.objectContaining({ runs: false, replies: false, reminders: true })]);
});

it('comes by email where the browser refuses', async () => {
  stubPush('denied');
  const bodies = await show();
  await press('Remind me');
  await screen.findByText(/by email\./);
  expect(bodies('/api/push-subscriptions')).toEqual([]);
});

it('a no is a no: nothing is saved, and this browser does not ask the server again', async () => {
  const bodies = await show();
  await press('No reminders');
  expect(await screen.findByText('No reminders, then. You can turn them on in your settings.')).toBeTruthy();
  expect(bodies('/api/user/settings')).toEqual([]);
  cleanup();
  const again = await show();
  expect(again('/api/user/reminder-question')).toEqual([]);
});

it('is not shown to who was asked before, and a failure can be repeated', async () => {
  const bodies = await show({ isAsked: false });
  await waitFor(() => expect(bodies('/api/user/reminder-question')).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
  localStorage.clear();
  cleanup();
  await show({ saves: false });
  await press('Remind me');
  await screen.findByText(/The disk is full\./);
  expect(screen.getByRole('button', { name: 'Remind me' })).toBeTruthy();
});
