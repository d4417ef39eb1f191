import { clientsClaim } from 'workbox-core';
import * as navigationPreload from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkOnly, NetworkFirst } from 'workbox-strategies';
import type { RouteHandlerCallback, RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { deleteStoredAnswers, STORED_ANSWER, STORED_ANSWERS } from '#frontend/lib/session/stored-answers-cache.ts';
import { endPush, openPage, pressButton, showNotice, type Notice } from './push.ts';
import { worker } from './worker-scope.ts';

/**
 * Stored calls: a course's text, pictures, simulations and its audio's transcripts, lists, reading position, notes, answers, what is due for
 * review, assignments, and the dashboard.
 */
const READ =
  /^\/api\/(auth\/me$|about$|user\/settings|courses\/|course-(audio|pictures|simulations|flash-cards|translations)\/|notes$|continue$|review$|review-forecast$|flash-card-decks$|flash-cards$|assignments$|certificates$|points$|study-days\/|dashboard\/|achievements\/|notifications$)/;
/** Maximum answers per user; the least recently used are deleted first. */
const ANSWERS_AT_MOST = 1_000;

/** Whether a request is a call whose answer can be read offline. */
const isReading: RouteMatchCallback = ({ sameOrigin, url }) => sameOrigin && READ.test(url.pathname);

/** Counts sign-outs: an answer requested before one is not stored after it. */
let departures = 0;

const sinceSignIn: WorkboxPlugin = {
  handlerWillStart: async ({ state }) => void (state!['departures'] = departures),
  // a captive portal, or a proxy whose server is down: what is stored is better
  fetchDidSucceed: async ({ response }) => {
    if (!response.headers.has('x-request-id')) throw new Error('not an answer of our server');
    return response;
  },
  cacheWillUpdate: async ({ response, state }) => (response.ok && state!['departures'] === departures ? response : null),
  // the user signed out while it was being stored
  cacheDidUpdate: async ({ cacheName, state }) => void (state!['departures'] !== departures && (await caches.delete(cacheName))),
};

/** Marks a stored answer: it says nothing about the connection, nor about the time. */
const marked: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) => {
    if (!cachedResponse) return null;
    const headers = new Headers(cachedResponse.headers);
    headers.set(STORED_ANSWER, '1');
    return new Response(cachedResponse.body, { status: cachedResponse.status, headers });
  },
};

/** How long the server may take before the stored answer is shown, in seconds: behind a dead line a browser waits for minutes. */
const PATIENCE_S = 8;

/** One per user, because an expiration plugin belongs to one cache. */
const strategies = new Map<string, NetworkFirst>();

/** Returns the server's answer; offline, the last answer stored for this user. */
const answerOf: RouteHandlerCallback = (options) => {
  const person = personOf(options.request);
  return (person === null ? new NetworkOnly() : strategyOf(person)).handle(options);
};

declare global {
  /** The files of the offline screens, inserted by the build. */
  var __WB_MANIFEST: readonly (PrecacheEntry | string)[];
}

/** A path that returns the app for every user. */
const APP = '/courses';

precacheAndRoute([...self.__WB_MANIFEST]);
cleanupOutdatedCaches();
clientsClaim();
navigationPreload.enable();

// the server's page; offline, the app
const app = createHandlerBoundToURL(APP);
registerRoute(new NavigationRoute(new NetworkOnly()));
setCatchHandler((options) => (options.request.mode === 'navigate' ? app(options) : Promise.resolve(Response.error())));

// their names contain a content hash, so a stored file never becomes stale
registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'), new CacheFirst({ cacheName: 'assets' }));

/** Pictures of courses: an `img` sends no token, but only one user of this browser has stored answers at a time. Their addresses never change. */
const isPicture: RouteMatchCallback = ({ sameOrigin, url, request }) =>
  sameOrigin && request.destination === 'image' && /^\/api\/course-pictures\/[^/]+\/files\//.test(url.pathname);

const pictureOf: RouteHandlerCallback = async (options) => {
  const cacheName = (await caches.keys()).find((name) => name.startsWith(STORED_ANSWERS));
  return (cacheName === undefined ? new NetworkOnly() : new CacheFirst({ cacheName, plugins: [sinceSignIn] })).handle(options);
};

registerRoute(isPicture, pictureOf);
registerRoute(isReading, answerOf);

// deletes the caches of the worker from releases before Workbox
worker.addEventListener('activate', (event) => event.waitUntil(deleteShells()));

async function deleteShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('shell-')).map((name) => caches.delete(name)));
}

// an update waits for the page's message, so that reading is never interrupted by a new version
worker.addEventListener('message', (event) => {
  if (event.data === 'update') void worker.skipWaiting();
  if (event.data === 'forget') event.waitUntil(Promise.all([forgetAnswers(), endPush()]));
});

worker.addEventListener('push', (event) => {
  const notice = event.data?.json() as Notice | undefined;
  if (notice) event.waitUntil(showNotice(notice));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(event.action ? pressButton(event.action) : openPage(String(event.notification.data)));
});

function strategyOf(person: string): NetworkFirst {
  const known = strategies.get(person);
  if (known) return known;
  const plugins = [sinceSignIn, marked, new ExpirationPlugin({ maxEntries: ANSWERS_AT_MOST, purgeOnQuotaError: true })];
  const made = new NetworkFirst({ cacheName: `${STORED_ANSWERS}${person}`, plugins, networkTimeoutSeconds: PATIENCE_S });
  strategies.set(person, made);
  return made;
}

/** Deletes everything that users of this browser have read. */
async function forgetAnswers(): Promise<void> {
  departures += 1;
  await deleteStoredAnswers();
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
