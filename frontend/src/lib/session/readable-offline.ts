import { STORED_ANSWERS } from './stored-answers-cache.ts';

/** A course whose text is stored on this device. */
export interface ReadableCourse {
  readonly courseId: string;
  readonly title: string;
}

const COURSE = /^\/api\/courses\/[^/]+\/([^/]+)$/;
/** A longer list would need a search. */
const MOST = 6;

/** Returns the courses that the service worker has stored for a user, most recently read first; none in a browser without a cache. */
export async function readableOffline(userId: string): Promise<readonly ReadableCourse[]> {
  if (!('caches' in globalThis)) return [];
  try {
    const cache = await caches.open(`${STORED_ANSWERS}${userId}`);
    const found = new Map<string, ReadableCourse>();
    for (const request of (await cache.keys()).toReversed()) {
      const courseId = COURSE.exec(new URL(request.url).pathname)?.[1];
      if (courseId === undefined || courseId === 'saved' || found.has(courseId)) continue;
      const { course } = (await (await cache.match(request))!.json()) as { readonly course?: { readonly title?: unknown } };
      if (typeof course?.title === 'string') found.set(courseId, { courseId, title: course.title });
      if (found.size === MOST) break;
    }
    return [...found.values()];
  } catch {
    // a browser that refuses storage
    return [];
  }
}
