import { queryOptions } from '@tanstack/react-query';
import { listRunSources, listSources } from '#contract/sources/sources.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

const POLL_MS = 1_000;

export const sourcesKey = (userId: string) => ['sources', userId] as const;

/** The user's sources; polled while one is being processed. */
export const sourcesOf = (userId: string) =>
  queryOptions({
    queryKey: sourcesKey(userId),
    queryFn: async ({ signal }) => (await call(listSources, { signal })).sources,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'reading') ? POLL_MS : false),
  });

/** The sources of a run, which never change. */
export const sourcesOfRun = (userId: string, taskId: string) =>
  queryOptions({
    queryKey: ['run-sources', userId, taskId],
    queryFn: async ({ signal }) => (await call(listRunSources, { params: { task_id: taskId }, signal })).sources,
    staleTime: Infinity,
  });
