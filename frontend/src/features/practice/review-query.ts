import { queryOptions, useQuery } from '@tanstack/react-query';
import { listReview, reviewForecast, type ReviewScope } from '#contract/practice/practice.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { practiceKey } from './use-answer.ts';

/**
 * A session: the questions and flash cards that are due again, all, of a course or of a deck. It stays as it is while they are answered.
 */
export const review = (userId: string, scope: ReviewScope = {}) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'review', scope],
    queryFn: ({ signal }) => call(listReview, { query: scope, signal }),
    staleTime: Infinity,
  });

/** What comes back on which of the next days, in the time zone of this device; another one after every answer. */
export const forecast = (userId: string, scope: ReviewScope = {}) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'answers', 'forecast', scope],
    queryFn: ({ signal }) =>
      call(reviewForecast, { query: { ...scope, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }, signal }),
  });

/** How many questions and cards are due; fewer with every answer. 0 while unknown. */
export function useDueCount(userId: string): number {
  const { data } = useQuery({
    queryKey: [...practiceKey(userId), 'answers', 'due'],
    queryFn: async ({ signal }) => (await call(listReview, { query: {}, signal })).due,
  });
  return data ?? 0;
}
