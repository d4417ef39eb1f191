import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getCreatorCourse, listCreatorCourses, listEarners } from '#contract/studio/creator-courses.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { studioKey } from '../studio-key.ts';
import type { CreatorFilter } from './course-filter.ts';

const PAGE = 20;

export const creatorListsKey = (userId: string) => [...studioKey(userId), 'courses'] as const;
export const creatorListKey = (userId: string, status: CreatorFilter) => [...creatorListsKey(userId), status] as const;
export const creatorCourseKey = (userId: string, courseId: string) => [...studioKey(userId), 'course', courseId] as const;

/** The user's courses as a creator, newest first, page by page (CRE-08, CRE-09). */
export const creatorCoursePages = (userId: string, status: CreatorFilter) =>
  infiniteQueryOptions({
    queryKey: creatorListKey(userId, status),
    queryFn: ({ pageParam, signal }) =>
      call(listCreatorCourses, { query: { status, limit: PAGE, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** One of the user's courses as a creator. */
export const oneCreatorCourse = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: creatorCourseKey(userId, courseId),
    queryFn: async ({ signal }) => (await call(getCreatorCourse, { params: { course_id: courseId }, signal })).course,
  });

/** The hundred newest published courses, for figures that compare them. */
export const publishedCourses = (userId: string) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'published'],
    queryFn: async ({ signal }) => (await call(listCreatorCourses, { query: { status: 'published', limit: 100 }, signal })).courses,
  });

/** The published courses with the highest revenue. */
export const earners = (userId: string) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'earners'],
    queryFn: async ({ signal }) => (await call(listEarners, { signal })).courses,
  });
