// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage, showNotice } from './push.ts';

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
