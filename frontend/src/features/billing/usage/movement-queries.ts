import { infiniteQueryOptions } from '@tanstack/react-query';
import { listMovements, type Movement } from '#contract/billing/wallet.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import type { UsageSearch } from './usage-search.ts';

const PAGE = 50;
/** The server's maximum page size. */
const FULL_PAGE = 100;

/** Fetches a page of movements, newest first. */
function page({ kind, from, to }: UsageSearch, limit: number, cursor: string | null, signal?: AbortSignal) {
  const query = { limit, kind, from, to, cursor: cursor ?? undefined };
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  return call(listMovements, { query: given, ...(signal && { signal }) });
}

export const movementPages = (userId: string, filter: UsageSearch) =>
  infiniteQueryOptions({
    queryKey: [...billingKey(userId), 'movements', filter],
    queryFn: ({ pageParam, signal }) => page(filter, PAGE, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
  });

/** Fetches all movements of a filter, over all pages. @throws ApiError */
export async function allMovements(filter: UsageSearch): Promise<readonly Movement[]> {
  const found: Movement[] = [];
  let cursor: string | null = null;
  do {
    const answer: Awaited<ReturnType<typeof page>> = await page(filter, FULL_PAGE, cursor);
    found.push(...answer.movements);
    cursor = answer.next_cursor;
  } while (cursor !== null);
  return found;
}
