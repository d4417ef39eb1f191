import { queryOptions } from '@tanstack/react-query';
import { getShare, readSharedCourse } from '#contract/sharing/sharing.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** Whether and where the user's own course is shared. */
export const courseShare = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: ['course-share', userId, courseId],
    queryFn: ({ signal }) => call(getShare, { params: { course_id: courseId }, signal }),
  });

/** The course of a share link. */
export const sharedCourse = (token: string) =>
  queryOptions({
    queryKey: ['shared-course', token],
    queryFn: async ({ signal }) => (await call(readSharedCourse, { params: { token }, signal })).course,
  });
