import { coursesToContinue, ownCourses, savedCourses } from '#frontend/features/courses/course-queries.ts';
import { RECENT_VIDEOS, videoPages } from '#frontend/features/video/video-queries.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { coursesToStart } from './next-course.ts';

/** The first requests of My Courses, without search and filter. */
export function fetchCourses(userId: string): void {
  void queryClient.prefetchQuery(coursesToContinue(userId));
  void queryClient.prefetchInfiniteQuery(coursesToStart(userId));
  void queryClient.prefetchInfiniteQuery(savedCourses(userId));
  void queryClient.prefetchInfiniteQuery(ownCourses(userId, { origin: 'other', isUnsaved: true }));
  void queryClient.prefetchInfiniteQuery(videoPages(userId, { limit: RECENT_VIDEOS }));
}
