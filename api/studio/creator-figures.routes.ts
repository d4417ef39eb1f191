import * as studio from '#contract/studio/creator-figures.contract.ts';
import { creatorAnalytics } from '#domain/studio/creator-analytics.queries.ts';
import { creatorStats } from '#domain/studio/creator-stats.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountCreatorFigures(router: ApiRouter): void {
  mount(router, studio.getCreatorStats, async ({ user }) => ({ status: 200, body: await creatorStats({ accountId: user.userId }) }));

  mount(router, studio.getCreatorAnalytics, async ({ user, query }) => ({
    status: 200,
    body: await creatorAnalytics({ accountId: user.userId, months: query.months }),
  }));
}
