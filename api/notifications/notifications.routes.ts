import * as notifications from '#contract/notifications/notifications.contract.ts';
import { listNotifications } from '#domain/notifications/notification.queries.ts';
import { readNotifications } from '#domain/notifications/read-notifications.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountNotifications(router: ApiRouter): void {
  mount(router, notifications.listNotifications, async ({ user }) => ({ status: 200, body: await listNotifications(user.userId) }));

  mount(router, notifications.readNotifications, async ({ user, body }) => ({
    status: 200,
    body: await readNotifications({ accountId: user.userId, upTo: body.up_to }),
  }));
}
