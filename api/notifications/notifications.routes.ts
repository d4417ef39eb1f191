import * as notifications from '#contract/notifications/notifications.contract.ts';
import * as contract from '#contract/notifications/push.contract.ts';
import { listNotifications } from '#domain/notifications/notification.queries.ts';
import { readPushState, subscribePush, unsubscribePush } from '#domain/notifications/push/push.commands.ts';
import { readNotifications } from '#domain/notifications/notification.commands.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountNotifications(router: ApiRouter): void {
  mount(router, notifications.listNotifications, async ({ user }) => ({ status: 200, body: await listNotifications(user.userId) }));

  mount(router, notifications.readNotifications, async ({ user, body }) => ({
    status: 200,
    body: await readNotifications({ accountId: user.userId, upTo: body.up_to }),
  }));
}

export function mountPush(router: ApiRouter): void {
  mount(router, contract.readPushState, async ({ user, body }) => ({ status: 200, body: await readPushState(user.userId, body.endpoint) }));
  mount(router, contract.subscribePush, async ({ user, body, header }) => {
    const { keys, ...wanted } = body;
    const given = { accountId: user.userId, sessionId: user.sessionId, ...keys, ...wanted, userAgent: header('User-Agent') };
    return { status: 200, body: await subscribePush(given) };
  });
  mount(router, contract.unsubscribePush, async ({ user, body }) => ({
    status: 200,
    body: await unsubscribePush(user.userId, body.endpoint),
  }));
}
