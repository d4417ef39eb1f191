import * as payments from '#contract/billing/payments.contract.ts';
import { activateTrial } from '#domain/billing/trials/activate-trial.command.ts';
import { paymentStatus } from '#domain/billing/checkout/payment-status.command.ts';
import { resolvePlan, resolveTokens } from '#domain/billing/checkout/resolve-purchase.ts';
import { startCheckout } from '#domain/billing/checkout/start-checkout.command.ts';
import { findUser } from '#domain/identity/accounts/find-user.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';

export function mountPayments(router: ApiRouter): void {
  mount(router, payments.createCheckoutSession, async ({ user, body, header }) => ({
    status: 200,
    body: await startCheckout({
      accountId: user.userId,
      purchase: resolvePlan(body),
      originUrl: body.origin_url,
      returnPath: body.return_path,
      cancelPath: body.cancel_path,
      organisationName: body.organisation_name,
      idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)),
    }),
  }));

  mount(router, payments.purchaseTokens, async ({ user, body, header }) => ({
    status: 200,
    body: await startCheckout({
      accountId: user.userId,
      purchase: resolveTokens(body.token_amount),
      originUrl: body.origin_url,
      returnPath: body.return_path,
      idempotencyKey: idempotencyKeyOf(header(IDEMPOTENCY_KEY)),
    }),
  }));

  mount(router, payments.paymentStatus, async ({ user, params }) => ({
    status: 200,
    body: await paymentStatus({ accountId: user.userId, sessionId: params.session_id }),
  }));

  mount(router, payments.activateTrial, async ({ user, body }) => {
    await activateTrial({ accountId: user.userId, packageId: body.package_id });
    return { status: 200, body: { user: await findUser(user.userId) } };
  });
}
