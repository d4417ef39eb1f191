import type { RouteHandlerCallback, RouteMatchCallback, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { deleteStoredAnswers, STORED_ANSWERS } from '#frontend/lib/session/stored-answers-cache.ts';

/** Stored calls: a course's text and its audio's transcripts, lists, reading position, notes and answers. */
const READ = /^\/api\/(auth\/me$|user\/settings|courses\/|course-audio\/|notes$|dashboard$|notifications$)/;
/** Maximum answers per user; the least recently used are deleted first. */
const ANSWERS_AT_MOST = 400;

/** Tells whether it is a call whose answer can be read offline. */
export const isReading: RouteMatchCallback = ({ sameOrigin, url }) => sameOrigin && READ.test(url.pathname);

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

function strategyOf(person: string): NetworkFirst {
  const known = strategies.get(person);
  if (known) return known;
  const plugins = [sinceSignIn, new ExpirationPlugin({ maxEntries: ANSWERS_AT_MOST })];
  const made = new NetworkFirst({ cacheName: `${STORED_ANSWERS}${person}`, plugins });
  strategies.set(person, made);
  return made;
}

/** Returns the server's answer; offline, the last one stored for this user. */
export const answerOf: RouteHandlerCallback = (options) => {
  const person = personOf(options.request);
  return (person === null ? new NetworkOnly() : strategyOf(person)).handle(options);
};

/** Deletes what every user of this browser has read. */
export async function forgetAnswers(): Promise<void> {
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
