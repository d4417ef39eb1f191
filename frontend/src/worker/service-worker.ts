// Caches courses read in this browser for offline reading. The build inserts the two constants below (vite-plugins/service-worker.ts).
declare const BUILD: string;
declare const FILES: readonly string[];

/** The used part of the worker's interface: the compiler's webworker library conflicts with the DOM library. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
/** `addRoutes` is missing in some browsers. */
interface InstallEvent extends LifeEvent {
  addRoutes?(routes: { condition: { or: { urlPattern: string }[] }; source: { cacheName: string } }): Promise<void>;
}
interface FetchedEvent extends LifeEvent {
  readonly request: Request;
  /** The answer of a navigation that the browser requested while it started this worker. */
  readonly preloadResponse: Promise<Response | undefined>;
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
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: PressedEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchedEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & { readonly data: unknown }) => void): void;
}
const worker = globalThis as unknown as WorkerScope;

const SHELL = `shell-${BUILD}`;
/** A path that returns the app for every user. */
const APP = '/courses';
/** Cached calls: a course's text, lists, reading position, notes and answers. */
const READ = /^\/api\/(auth\/me$|user\/settings|courses\/|notes$|dashboard$|notifications$)/;
/** Prefix of the cache of a user's answers, before the user's id. */
const STORED = 'reading-';
/** Maximum answers per user; the oldest are evicted first. */
const ANSWERS_AT_MOST = 400;

worker.addEventListener('install', (event) => event.waitUntil(Promise.all([storeShell(), serveShellDirectly(event)])));

async function storeShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  await cache.addAll([APP, ...FILES]);
}

/** Lets the browser read the precached files without this worker, which it would first have to start. Where it declines, the worker serves them. */
async function serveShellDirectly(event: InstallEvent): Promise<void> {
  const condition = { or: FILES.map((urlPattern) => ({ urlPattern })) };
  await event.addRoutes?.({ condition, source: { cacheName: SHELL } }).catch(() => undefined);
}

worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([takeOver(), worker.registration.navigationPreload?.enable()])));

async function takeOver(): Promise<void> {
  await leaveOldShells();
  await worker.clients.claim();
}

// an update waits for the page's message, so that reading is never interrupted by a new version
worker.addEventListener('message', (event) => {
  if (event.data === 'update') void worker.skipWaiting();
  if (event.data === 'forget') event.waitUntil(Promise.all([forgetAnswers(), endPush()]));
});

/** Counts sign-outs: an answer requested before one is not cached after it. */
let departures = 0;

async function forgetAnswers(): Promise<void> {
  departures += 1;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(STORED)).map((name) => caches.delete(name)));
}

/** The server's payload: `PushMessage` of the contract. */
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

/** Shows nothing while one of our pages is visible, because its bell shows it. A repeated notification replaces the first. */
async function showNotice({ id, title, body, path }: Notice): Promise<void> {
  if ((await openPages()).some((page) => page.focused)) return;
  await worker.registration.showNotification(title, { body, tag: `notice-${id}`, data: path, icon: '/icons/app-192.png' });
}

async function openPage(path: string): Promise<void> {
  const address = new URL(path, worker.location.origin);
  // a notification may only open a page of this origin
  if (address.origin !== worker.location.origin) return;
  const pages = await openPages();
  const there = pages.find((page) => new URL(page.url).pathname === address.pathname) ?? pages[0];
  if (!there) return void (await worker.clients.openWindow(address.href));
  await there.focus();
  if (new URL(there.url).pathname !== address.pathname) await there.navigate(address.href);
}

/** Unsubscribes this browser from push after a sign-out. */
async function endPush(): Promise<void> {
  await (await worker.registration.pushManager.getSubscription())?.unsubscribe();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (request.mode === 'navigate') event.respondWith(pageOf(event));
  else if (READ.test(url.pathname)) event.respondWith(answerOf(event, request));
});

async function leaveOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('shell-') && name !== SHELL).map((name) => caches.delete(name)));
}

/** Returns the server's page; offline, the app. */
async function pageOf({ request, preloadResponse }: FetchedEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const app = await (await caches.open(SHELL)).match(APP);
    if (app) return app;
    throw error;
  }
}

/** Files under /assets have a content hash in their names, so a cached one never becomes stale. */
async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const stored = await cache.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Returns the server's answer; offline, the last one cached for this user. */
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
  // the user signed out while it was being stored
  if (departures !== before) return void (await caches.delete(cacheName));
  const stored = await cache.keys();
  await Promise.all(stored.slice(0, Math.max(0, stored.length - ANSWERS_AT_MOST)).map((oldest) => cache.delete(oldest)));
}

/** Returns the user id in the request's access token; null without a readable token. */
function personOf(request: Request): string | null {
  try {
    const payload = request.headers.get('authorization')!.split('.')[1]!;
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly sub?: string };
    return sub ?? null;
  } catch {
    return null;
  }
}
