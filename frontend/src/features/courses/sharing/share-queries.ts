import { queryOptions } from '@tanstack/react-query';
import { getShare, readSharedCourse } from '#contract/sharing/sharing.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Whether and where a course of one's own is shared. */
export const courseShare = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: ['course-share', userId, courseId],
    queryFn: ({ signal }) => call(getShare, { params: { course_id: courseId }, signal }),
  });

/** A course by the address it is shared at. */
export const sharedCourse = (token: string) =>
  queryOptions({
    queryKey: ['shared-course', token],
    queryFn: async ({ signal }) => (await call(readSharedCourse, { params: { token }, signal })).course,
  });
