import * as contract from '#contract/community/community.contract.ts';
import { countCommunity, listSharedCourses } from '#domain/community/forums/community.queries.ts';
import { joinLeaderboard } from '#domain/leaderboard/join-leaderboard.command.ts';
import { readLeaderboard } from '#domain/leaderboard/leaderboard.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { mountForums } from './forums.routes.ts';
import { mountGroups } from './groups.routes.ts';

export function mountCommunity(router: ApiRouter): void {
  mountForums(router);
  mountGroups(router);
  mount(router, contract.getCommunity, async ({ user }) => ({ status: 200, body: await countCommunity(user.userId) }));
  mount(router, contract.readLeaderboard, async ({ user }) => ({ status: 200, body: await readLeaderboard(user.userId) }));
  mount(router, contract.joinLeaderboard, async ({ user, body }) => ({
    status: 200,
    body: await joinLeaderboard({ accountId: user.userId, name: body.display_name }),
  }));
  mount(router, contract.listSharedCourses, async () => ({ status: 200, body: { shared_courses: await listSharedCourses() } }));
}
