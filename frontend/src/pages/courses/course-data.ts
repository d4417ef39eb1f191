import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { queryClient } from '#frontend/lib/query-client.ts';

/** The first request of Course Details and of a lesson. */
export function fetchCourse(userId: string, courseId: string): void {
  void queryClient.prefetchQuery(oneCourse(userId, courseId));
}
