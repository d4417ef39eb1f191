import { queryOptions } from '@tanstack/react-query';
import { listExports } from '#contract/exports/exports.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

const POLL_MS = 1_000;

export const exportsKey = (userId: string, courseId: string) => ['course-exports', userId, courseId] as const;

/** The exported files of a course; polled while one is being written. */
export const exportsOf = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: exportsKey(userId, courseId),
    queryFn: async ({ signal }) => (await call(listExports, { query: { course_id: courseId }, signal })).exports,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'processing') ? POLL_MS : false),
  });
