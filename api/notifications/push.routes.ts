import * as contract from '#contract/notifications/push.contract.ts';
import { readPushState, subscribePush, unsubscribePush } from '#domain/notifications/push/subscribe-push.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountPush(router: ApiRouter): void {
  mount(router, contract.readPushState, async ({ user, body }) => ({ status: 200, body: await readPushState(user.userId, body.endpoint) }));
  mount(router, contract.subscribePush, async ({ user, body, header }) => {
    const { endpoint, keys, runs, replies } = body;
    const given = { accountId: user.userId, sessionId: user.sessionId, endpoint, ...keys, runs, replies, userAgent: header('User-Agent') };
    return { status: 200, body: await subscribePush(given) };
  });
  mount(router, contract.unsubscribePush, async ({ user, body }) => ({
    status: 200,
    body: await unsubscribePush(user.userId, body.endpoint),
  }));
}
