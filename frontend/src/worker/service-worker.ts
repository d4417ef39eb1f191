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
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
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
  if (event.data === 'forget') event.waitUntil(forgetAnswers());
});

/** How often somebody has signed out: an answer that was asked for before that is not stored after it. */
let departures = 0;

async function forgetAnswers(): Promise<void> {
  departures += 1;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(STORED)).map((name) => caches.delete(name)));
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
