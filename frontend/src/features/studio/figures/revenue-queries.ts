import { queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '#contract/platform/endpoint.ts';
import { getLessonStops, getRevenue, listSaleMovements } from '#contract/studio/creator-movements.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { studioKey } from '../studio-key.ts';

export type RevenueQuery = QueryOf<typeof getRevenue>;

/** The revenue of the user's courses in a range. */
export const revenueOf = (userId: string, query: RevenueQuery) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'revenue', query],
    queryFn: ({ signal }) => call(getRevenue, { query, signal }),
  });

/** A page of the sales and refunds of a range. */
export const movementsOf = (userId: string, query: RevenueQuery, page: number) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'movements', query, page],
    queryFn: ({ signal }) => call(listSaleMovements, { query: { ...query, page }, signal }),
  });

/** The progress of a course's students. */
export const stopsOf = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'stops', courseId],
    queryFn: ({ signal }) => call(getLessonStops, { params: { course_id: courseId }, signal }),
  });
