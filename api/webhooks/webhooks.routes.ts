import * as contract from '#contract/webhooks/webhooks.contract.ts';
import {
  createWebhook,
  deleteWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#domain/webhooks/webhook.commands.ts';
import { findDelivery, listDeliveries, listWebhooks } from '#domain/webhooks/webhook.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

export function mountWebhooks(router: ApiRouter): void {
  mount(router, contract.listWebhooks, async ({ user, params }) => ({
    status: 200,
    body: { webhooks: await listWebhooks({ accountId: user.userId, holder: params.holder }) },
  }));

  mount(router, contract.createWebhook, async ({ user, params, body }) => ({
    status: 201,
    body: await createWebhook({ accountId: user.userId, sessionId: user.sessionId, holder: params.holder, ...body }),
  }));

  mount(router, contract.updateWebhook, async ({ user, params, body: { is_active: isActive, ...body } }) => ({
    status: 200,
    body: await updateWebhook({ ...one(user, params), sessionId: user.sessionId, isActive, ...body }),
  }));

  mount(router, contract.deleteWebhook, async ({ user, params }) => {
    await deleteWebhook(one(user, params));
    return { status: 200, body: { deleted: true } };
  });

  mount(router, contract.rotateWebhookSecret, async ({ user, params, body }) => ({
    status: 200,
    body: await rotateWebhookSecret({ ...one(user, params), sessionId: user.sessionId, keepHours: body.keep_hours }),
  }));

  mount(router, contract.testWebhook, async ({ user, params }) => ({
    status: 202,
    body: { event_id: await testWebhook(one(user, params)) },
  }));

  mount(router, contract.listWebhookDeliveries, async ({ user, params, query }) => ({
    status: 200,
    body: await listDeliveries({ ...one(user, params), cursor: query.cursor }),
  }));

  mount(router, contract.readWebhookDelivery, async ({ user, params }) => ({
    status: 200,
    body: await findDelivery({ ...one(user, params), eventId: params.event_id }),
  }));

  mount(router, contract.resendWebhookDelivery, async ({ user, params }) => ({
    status: 202,
    body: await resendDelivery({ ...one(user, params), eventId: params.event_id }),
  }));
}

type Holder = Parameters<typeof listWebhooks>[0]['holder'];
const one = (user: { readonly userId: string }, { holder, webhook_id }: { readonly holder: Holder; readonly webhook_id: string }) => ({
  accountId: user.userId,
  holder,
  webhookId: webhook_id,
});
