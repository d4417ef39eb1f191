import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { getCreatorAnalytics, getCreatorStats, LONGEST_TREND } from '#contract/studio/creator-figures.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { studioKey } from '../studio-key.ts';

export type CreatorStats = AnswerOf<typeof getCreatorStats>;
export type CreatorAnalytics = AnswerOf<typeof getCreatorAnalytics>;

/** The user's earnings and reach as a creator (CRE-03). */
export const creatorStats = (userId: string) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'stats'],
    queryFn: ({ signal }) => call(getCreatorStats, { signal }),
  });

/** All months that a trend can show (CRE-11), so that changing the range or the comparison needs no other call. */
export const creatorAnalytics = (userId: string) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'analytics'],
    queryFn: ({ signal }) => call(getCreatorAnalytics, { query: { months: LONGEST_TREND }, signal }),
  });
