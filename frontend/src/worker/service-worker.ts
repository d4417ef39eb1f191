// Lets who has read a course here read it again without a connection. The build puts the two constants below in (vite-plugins/service-worker.ts).
declare const BUILD: string;
declare const FILES: readonly string[];

/** What of the worker's own interface is used: the compiler's library of it contradicts the one of pages. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchedEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushedEvent extends LifeEvent {
  readonly data: { json(): unknown } | null;
}
interface PressedEvent extends LifeEvent {
  readonly notification: Notification;
}
interface Page {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<Page>;
  navigate(url: string): Promise<Page | null>;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<Page | null>;
  };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: PressedEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchedEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & { readonly data: unknown }) => void): void;
}
const worker = globalThis as unknown as WorkerScope;

const SHELL = `shell-${BUILD}`;
/** An address whose answer is the app, whoever asks. */
const APP = '/courses';
/** What is read of a course: its text, its lists, the place in it, notes and answers. */
const READ = /^\/api\/(auth\/me$|user\/settings|courses\/|notes$|dashboard$|notifications$)/;
/** Before the person's id, in the name of the store of their answers. */
const STORED = 'reading-';
/** Of one person; the oldest go first. */
const ANSWERS_AT_MOST = 400;

worker.addEventListener('install', (event) => event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([APP, ...FILES]))));

worker.addEventListener('activate', (event) => event.waitUntil(leaveOldShells().then(() => worker.clients.claim())));

// an update waits until the page asks for it: nobody is moved to another version while reading
worker.addEventListener('message', (event) => {
  if (event.data === 'update') void worker.skipWaiting();
  if (event.data === 'forget') event.waitUntil(Promise.all([forgetAnswers(), endPush()]));
});

/** How often somebody has signed out: an answer that was asked for before that is not stored after it. */
let departures = 0;

async function forgetAnswers(): Promise<void> {
  departures += 1;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(STORED)).map((name) => caches.delete(name)));
}

/** What the server sends: `PushMessage` of the contract. */
interface Notice {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

worker.addEventListener('push', (event) => {
  const notice = event.data?.json() as Notice | undefined;
  if (notice) event.waitUntil(showNotice(notice));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});

const openPages = (): Promise<readonly Page[]> => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Nothing is shown to who looks at a page of ours: its bell says it. One that comes a second time takes its own place. */
async function showNotice({ id, title, body, path }: Notice): Promise<void> {
  if ((await openPages()).some((page) => page.focused)) return;
  await worker.registration.showNotification(title, { body, tag: `notice-${id}`, data: path, icon: '/icons/app-192.png' });
}

async function openPage(path: string): Promise<void> {
  const address = new URL(path, worker.location.origin);
  // a notice leads to a page of ours and nowhere else
  if (address.origin !== worker.location.origin) return;
  const pages = await openPages();
  const there = pages.find((page) => new URL(page.url).pathname === address.pathname) ?? pages[0];
  if (!there) return void (await worker.clients.openWindow(address.href));
  await there.focus();
  if (new URL(there.url).pathname !== address.pathname) await there.navigate(address.href);
}

/** Whoever signs out is told nothing any more in this browser. */
async function endPush(): Promise<void> {
  await (await worker.registration.pushManager.getSubscription())?.unsubscribe();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(async (error: unknown) => (await shell()) ?? Promise.reject(error)));
  else if (READ.test(url.pathname)) event.respondWith(answerOf(event, request));
});

async function leaveOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('shell-') && name !== SHELL).map((name) => caches.delete(name)));
}

const shell = async (): Promise<Response | undefined> => (await caches.open(SHELL)).match(APP);

/** Files under /assets carry a hash of their content in their names, so what is stored is right for ever. */
async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const stored = await cache.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The server's answer; without a connection the last one that this very person was given. */
async function answerOf(event: FetchedEvent, request: Request): Promise<Response> {
  const person = personOf(request);
  if (person === null) return fetch(request);
  const cacheName = `${STORED}${person}`;
  const before = departures;
  try {
    const answer = await fetch(request);
    if (answer.ok && departures === before) event.waitUntil(store(cacheName, request.url, answer.clone(), before));
    return answer;
  } catch (error) {
    const stored = await caches.match(request.url, { cacheName });
    if (stored) return stored;
    throw error;
  }
}

async function store(cacheName: string, address: string, answer: Response, before: number): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(address, answer);
  // they have signed out while it was stored
  if (departures !== before) return void (await caches.delete(cacheName));
  const stored = await cache.keys();
  await Promise.all(stored.slice(0, Math.max(0, stored.length - ANSWERS_AT_MOST)).map((oldest) => cache.delete(oldest)));
}

/** Whose access token a request carries; null without one, or when it cannot be read. */
function personOf(request: Request): string | null {
  try {
    const payload = request.headers.get('authorization')!.split('.')[1]!;
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly sub?: string };
    return sub ?? null;
  } catch {
    return null;
  }
}
