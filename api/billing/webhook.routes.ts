import { WEBHOOK_PATH } from '#contract/billing/payments.contract.ts';
import { receiveEvent } from '#domain/billing/events/receive-event.command.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { readRawBody } from '#api/platform/read-body.ts';

/** Stripe's largest events are far below this. */
const MOST_BYTES = 1_000_000;

/**
 * Mounts Stripe's webhook. It is no endpoint of the contract: it has no session but a signature over the raw bytes, which must not be
 * parsed before. It answers as soon as the event is in the inbox.
 */
export function mountWebhook(router: ApiRouter): void {
  router.register(WEBHOOK_PATH, 'POST', async (ctx) => {
    ctx.state.route = 'stripeWebhook';
    ctx.set('Cache-Control', 'no-store');
    await receiveEvent(await readRawBody(ctx, MOST_BYTES), ctx.get('Stripe-Signature'));
    ctx.status = 200;
    ctx.body = { received: true };
  });
}
