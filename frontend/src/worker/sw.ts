import { clientsClaim } from 'workbox-core';
import * as navigationPreload from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkOnly, NetworkFirst } from 'workbox-strategies';
import type { RouteHandlerCallback, RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { deleteStoredAnswers, STORED_ANSWERS } from '#frontend/lib/session/stored-answers-cache.ts';
import { endPush, openPage, pressButton, showNotice, type Notice } from './push.ts';
import { worker } from './worker-scope.ts';

/** Stored calls: a course's text and its audio's transcripts, lists, reading position, notes and answers. */
const READ = /^\/api\/(auth\/me$|user\/settings|courses\/|course-audio\/|notes$|dashboard$|notifications$)/;
/** Maximum answers per user; the least recently used are deleted first. */
const ANSWERS_AT_MOST = 400;

/** Whether a request is a call whose answer can be read offline. */
const isReading: RouteMatchCallback = ({ sameOrigin, url }) => sameOrigin && READ.test(url.pathname);

/** Counts sign-outs: an answer requested before one is not stored after it. */
let departures = 0;

const sinceSignIn: WorkboxPlugin = {
  handlerWillStart: async ({ state }) => void (state!['departures'] = departures),
  cacheWillUpdate: async ({ response, state }) => (response.ok && state!['departures'] === departures ? response : null),
  // the user signed out while it was being stored
  cacheDidUpdate: async ({ cacheName, state }) => void (state!['departures'] !== departures && (await caches.delete(cacheName))),
};

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
  const plugins = [sinceSignIn, new ExpirationPlugin({ maxEntries: ANSWERS_AT_MOST })];
  const made = new NetworkFirst({ cacheName: `${STORED_ANSWERS}${person}`, plugins });
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
