// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage, pressButton, showNotice } from './push.ts';

const shown: unknown[][] = [];
let pages: ReturnType<typeof page>[] = [];
const opened: string[] = [];

const page = (url: string, focused = false) => ({ url: `https://learn.example.com${url}`, focused, focus: vi.fn(), navigate: vi.fn() });

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://learn.example.com/sw.js'));
  vi.stubGlobal('clients', { matchAll: async () => pages, openWindow: async (url: string) => void opened.push(url) });
  vi.stubGlobal('registration', { showNotification: async (...what: unknown[]) => void shown.push(what) });
  shown.length = 0;
  opened.length = 0;
  pages = [];
});

const notice = { id: '7', title: 'Coursewright', body: 'Written: Bees', path: '/courses/bees' };

it('a notification is shown with its own tag, and not to a user who is looking at one of our pages', async () => {
  await showNotice(notice);
  expect(shown).toEqual([['Coursewright', { body: 'Written: Bees', tag: 'notice-7', data: '/courses/bees', icon: '/icons/app-192.png' }]]);
  pages = [page('/courses', true)];
  await showNotice(notice);
  expect(shown).toHaveLength(1);
});

it('a press leads to its page: an open one that shows it, another of ours, or a new one, and never elsewhere', async () => {
  await openPage('/courses/bees');
  expect(opened).toEqual(['https://learn.example.com/courses/bees']);
  pages = [page('/courses'), page('/courses/bees')];
  await openPage('/courses/bees');
  expect([pages[1]!.focus.mock.calls.length, pages[1]!.navigate.mock.calls.length]).toEqual([1, 0]);
  await openPage('/videos');
  expect(pages[0]!.navigate.mock.calls).toEqual([['https://learn.example.com/videos']]);
  await openPage('https://evil.example/');
  expect(opened).toHaveLength(1);
});

it('a reminder is silent, and the press on its button is sent to its path alone, again after a failure', async () => {
  const stop = { title: 'Stop these reminders', path: '/unsubscribe?token=abc' };
  await showNotice({ ...notice, silent: true, stop });
  expect(shown).toEqual([
    ['Coursewright', expect.objectContaining({ silent: true, actions: [{ action: stop.path, title: 'Stop these reminders' }] })],
  ]);
  const sent = vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(undefined);
  await pressButton(stop.path, sent);
  expect(sent.mock.calls).toEqual(Array.from({ length: 2 }, () => ['https://learn.example.com/unsubscribe?token=abc', { method: 'POST' }]));
  await pressButton('https://evil.example/', sent);
  expect(sent).toHaveBeenCalledTimes(2);
});
