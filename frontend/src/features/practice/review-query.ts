import { queryOptions, useQuery } from '@tanstack/react-query';
import { listReview, reviewForecast, type ReviewScope } from '#contract/practice/practice.contract.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { t } from '#frontend/lib/text.ts';
import { call } from '#frontend/lib/api-client.ts';
import { practiceKey } from './use-answer.ts';

/**
 * A session: the questions and flash cards that are due again, all, of a course or of a deck. It stays as it is while they are answered.
 * @param more after the fifteen minutes of a day
 */
export const review = (userId: string, scope: ReviewScope = {}, more = false) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'review', scope, more],
    queryFn: ({ signal }) =>
      call(listReview, { query: { ...scope, time_zone: ownTimeZone(), more: more ? ('true' as const) : undefined }, signal }),
    staleTime: Infinity,
  });

/** What comes back on which of the next days, in the time zone of this device; another one after every answer. */
export const forecast = (userId: string, scope: ReviewScope = {}) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'answers', 'forecast', scope],
    queryFn: ({ signal }) => call(reviewForecast, { query: { ...scope, time_zone: ownTimeZone() }, signal }),
  });

/** How many questions and cards today asks for; fewer with every answer. 0 while unknown. */
export function useDueCount(userId: string): number {
  const { data } = useQuery({
    queryKey: [...practiceKey(userId), 'answers', 'due'],
    queryFn: async ({ signal }) => {
      const { due, waiting } = await call(listReview, { query: { time_zone: ownTimeZone() }, signal });
      return due - waiting;
    },
  });
  return data ?? 0;
}

/** Says that a day asks for fifteen minutes, and what is left for another. */
export const waitingWords = (waiting: number): string =>
  t('{n, plural, one {# more is waiting; the most urgent come first.} other {# more are waiting; the most urgent come first.}}', {
    n: waiting,
  });
