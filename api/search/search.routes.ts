import * as search from '#contract/search/search.contract.ts';
import { searchOwn } from '#domain/search/search-own.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

/** Mounts the search of a user's own data. */
export function mountSearch(router: ApiRouter): void {
  mount(router, search.searchOwn, async ({ user, query }) => ({
    status: 200,
    body: await searchOwn({ accountId: user.userId, q: query.q }),
  }));
}
