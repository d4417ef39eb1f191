import { clientsClaim } from 'workbox-core';
import * as navigationPreload from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { endPush, openPage, showNotice, type Notice } from './push.ts';
import { answerOf, forgetAnswers, isReading } from './stored-answers.ts';
import { worker } from './worker-scope.ts';

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

// a content hash in their names: a stored one never becomes stale
registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'), new CacheFirst({ cacheName: 'assets' }));

registerRoute(isReading, answerOf);

// the caches of the worker that releases before Workbox installed
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
  event.waitUntil(openPage(String(event.notification.data)));
});
