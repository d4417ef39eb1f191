import { queryOptions, useQuery } from '@tanstack/react-query';
import { listReview, reviewForecast, type ReviewScope } from '#contract/practice/practice.contract.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { t } from '#frontend/lib/text.ts';
import { call } from '#frontend/lib/api-client.ts';
import { practiceKey } from './use-answer.ts';

/**
 * A session: the questions and flash cards that are due, of everything, a course or a deck. It does not change while they are answered.
 * @param more whether to continue after the day's fifteen minutes
 */
export const review = (userId: string, scope: ReviewScope = {}, more = false) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'review', scope, more],
    queryFn: ({ signal }) =>
      call(listReview, { query: { ...scope, time_zone: ownTimeZone(), more: more ? ('true' as const) : undefined }, signal }),
    staleTime: Infinity,
  });

/** The number of reviews on each of the next days, in this device's time zone; it changes with every answer. */
export const forecast = (userId: string, scope: ReviewScope = {}) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'answers', 'forecast', scope],
    queryFn: ({ signal }) => call(reviewForecast, { query: { ...scope, time_zone: ownTimeZone() }, signal }),
  });

/** The number of questions and cards due today, which decreases with every answer. 0 while unknown. */
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

/** Says how many reviews are left after a day's fifteen minutes. */
export const waitingWords = (waiting: number): string =>
  t('{n, plural, one {# more is waiting; the most urgent come first.} other {# more are waiting; the most urgent come first.}}', {
    n: waiting,
  });
