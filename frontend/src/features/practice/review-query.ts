import { queryOptions, useQuery } from '@tanstack/react-query';
import { listReview } from '#contract/practice/practice.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { practiceKey } from './use-answer.ts';

/** A session: the questions and flash cards that are due again. It stays as it is while they are answered. */
export const review = (userId: string) =>
  queryOptions({
    queryKey: [...practiceKey(userId), 'review'],
    queryFn: ({ signal }) => call(listReview, { signal }),
    staleTime: Infinity,
  });

/** How many questions and cards are due; fewer with every answer. 0 while unknown. */
export function useDueCount(userId: string): number {
  const { data } = useQuery({
    queryKey: [...practiceKey(userId), 'answers', 'due'],
    queryFn: async ({ signal }) => (await call(listReview, { signal })).due,
  });
  return data ?? 0;
}
