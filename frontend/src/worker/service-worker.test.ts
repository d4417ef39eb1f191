import { beforeAll, beforeEach, expect, it, vi } from 'vitest';

type Listener = (event: Record<string, unknown>) => void;
const listeners = new Map<string, Listener>();
const shown: unknown[][] = [];
let pages: ReturnType<typeof page>[] = [];
const opened: string[] = [];
const stored: string[] = [];
const skipWaiting = vi.fn(async () => undefined);

const page = (url: string, focused = false) => ({ url: `https://learn.example.com${url}`, focused, focus: vi.fn(), navigate: vi.fn() });

beforeAll(async () => {
  vi.stubGlobal('BUILD', 'test');
  vi.stubGlobal('FILES', ['/assets/app.js']);
  vi.stubGlobal('caches', { open: async () => ({ addAll: async (files: string[]) => void stored.push(...files) }) });
  vi.stubGlobal('location', new URL('https://learn.example.com/sw.js'));
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener));
  vi.stubGlobal('clients', { matchAll: async () => pages, openWindow: async (url: string) => void opened.push(url) });
  vi.stubGlobal('skipWaiting', skipWaiting);
  vi.stubGlobal('registration', { showNotification: async (...what: unknown[]) => void shown.push(what) });
  // a classic script: it has no exports
  await vi.importActual('./service-worker.ts');
});
beforeEach(() => {
  shown.length = 0;
  opened.length = 0;
  pages = [];
});

/** Dispatches an event to the worker and awaits its `waitUntil` promises. */
async function hand(type: string, event: Record<string, unknown>): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
  await work;
}
const push = (path = '/courses/bees') =>
  hand('push', { data: { json: () => ({ id: '7', title: 'Coursewright', body: 'Written: Bees', path }) } });
const press = (data: string) => hand('notificationclick', { notification: { data, close: vi.fn() } });

it('a notice is shown with a tag of its own, and not to who looks at a page of ours', async () => {
  await push();
  expect(shown).toEqual([['Coursewright', { body: 'Written: Bees', tag: 'notice-7', data: '/courses/bees', icon: '/icons/app-192.png' }]]);
  pages = [page('/courses', true)];
  await push();
  expect(shown).toHaveLength(1);
  await hand('push', { data: null });
  expect(shown).toHaveLength(1);
});

it('a press leads to its page: the one that shows it, another of ours, or a new one, and never elsewhere', async () => {
  await press('/courses/bees');
  expect(opened).toEqual(['https://learn.example.com/courses/bees']);
  pages = [page('/courses'), page('/courses/bees')];
  await press('/courses/bees');
  expect([pages[1]!.focus.mock.calls.length, pages[1]!.navigate.mock.calls.length]).toEqual([1, 0]);
  await press('/videos');
  expect(pages[0]!.navigate.mock.calls).toEqual([['https://learn.example.com/videos']]);
  await press('https://evil.example/');
  expect(opened).toHaveLength(1);
});

it('the browser reads precached files itself; where it cannot, the worker is installed all the same', async () => {
  const addRoutes = vi.fn(async () => undefined);
  await hand('install', { addRoutes });
  expect(addRoutes).toHaveBeenCalledWith({ condition: { or: [{ urlPattern: '/assets/app.js' }] }, source: { cacheName: 'shell-test' } });
  await hand('install', { addRoutes: () => Promise.reject(new TypeError('too many conditions')) });
  await hand('install', {});
  const shell = ['/courses', '/assets/app.js'];
  expect(stored).toEqual([...shell, ...shell, ...shell]);
});

it('PWA-02 a new version waits for the word of a page', async () => {
  await hand('install', {});
  expect(skipWaiting).not.toHaveBeenCalled();
  await hand('message', { data: 'update' });
  expect(skipWaiting).toHaveBeenCalledOnce();
});
