import { IDEMPOTENCY_KEY, idempotencyKeyOf } from '#api/platform/idempotency-key.ts';
import { FOR_ANYBODY, type Door } from '#api/platform/doors.ts';
import { readRawBody } from '#api/platform/read-body.ts';
import * as alarms from '#contract/billing/alarms.contract.ts';
import * as packages from '#contract/billing/packages.contract.ts';
import * as payments from '#contract/billing/payments.contract.ts';
import { WEBHOOK_PATH } from '#contract/billing/payments.contract.ts';
import * as contract from '#contract/billing/sales.contract.ts';
import * as subscription from '#contract/billing/subscription.contract.ts';
import * as wallet from '#contract/billing/wallet.contract.ts';
import { actOnAlarm } from '#domain/billing/alarms/act-on-alarm.command.ts';
import { acknowledgeAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { listAlarms } from '#domain/billing/alarms/alarm.queries.ts';
import { subscriptionPackages, tokenPackages } from '#domain/billing/catalogue/packages.queries.ts';
import { paymentStatus } from '#domain/billing/checkout/order.commands.ts';
import { resolvePlan, resolveTokens } from '#domain/billing/checkout/resolve-purchase.ts';
import { startCheckout } from '#domain/billing/checkout/checkout.commands.ts';
import { receiveEvent } from '#domain/billing/events/stripe-event.commands.ts';
import { listSalesMessages } from '#domain/billing/sales/sales-message.queries.ts';
import { sendSalesMessage, markSalesMessageAnswered } from '#domain/billing/sales/sales-message.commands.ts';
import { changeSubscription, cancelSubscription, resumeSubscription } from '#domain/billing/subscriptions/subscription.commands.ts';
import { findInvoice, listInvoices } from '#domain/billing/invoices/invoice.queries.ts';
import { openPortal } from '#domain/billing/subscriptions/open-portal.command.ts';
import { previewChange } from '#domain/billing/subscriptions/plan.commands.ts';
import { refundPayment } from '#domain/billing/refunds/refund-payment.command.ts';
import { currentSubscription } from '#domain/billing/subscriptions/subscription.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';
import { activateTrial } from '#domain/billing/trials/trial.commands.ts';
import { walletBalance, listMovements } from '#domain/billing/wallet/wallet.queries.ts';
import { findUser } from '#domain/identity/accounts/account.queries.ts';

export function mountSubscription(router: ApiRouter): void {
  mount(router, subscription.getSubscription, async ({ user }) => ({ status: 200, body: await currentSubscription(user.userId) }));

  mount(router, subscription.listInvoices, async ({ user, query }) => ({
    status: 200,
    body: await listInvoices({ accountId: user.userId, ...query }),
  }));

  mount(router, subscription.previewChange, async ({ user, body }) => ({
    status: 200,
    body: await previewChange({ accountId: user.userId, packageId: body.package_id }),
  }));

  mount(router, subscription.changeSubscription, async ({ user, body }) => {
    const { package_id: packageId, proration_date: prorationDate, accepted_cents: acceptedCents } = body;
    await changeSubscription({ accountId: user.userId, packageId, prorationDate, acceptedCents });
    return { status: 200, body: await currentSubscription(user.userId) };
  });

  mount(router, subscription.cancelSubscription, async ({ user }) => {
    await cancelSubscription(user.userId);
    return { status: 200, body: await currentSubscription(user.userId) };
  });

  mount(router, subscription.resumeSubscription, async ({ user }) => {
    await resumeSubscription(user.userId);
    return { status: 200, body: await currentSubscription(user.userId) };
  });

  mount(router, subscription.openPortal, async ({ user, body }) => ({
    status: 200,
    body: await openPortal({ accountId: user.userId, originUrl: body?.origin_url }),
  }));

  mount(router, subscription.refundInvoice, async ({ user, params, query }) => {
    const payment = { accountId: user.userId, paymentId: params.invoice_id };
    const given = await refundPayment({ ...payment, leastCents: query.least_cents });
    return { status: 200, body: { ...(await findInvoice(payment)), given } };
  });
}

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

export function mountPackages(router: ApiRouter): void {
  const bothMaps = () => ({ subscription_packages: subscriptionPackages(), token_packages: tokenPackages() });

  mount(router, packages.listSubscriptionPackages, async () => ({
    status: 200,
    body: { packages: subscriptionPackages(), ...bothMaps() },
  }));

  mount(router, packages.listPackages, async () => ({ status: 200, body: bothMaps() }));
}

export function mountWallet(router: ApiRouter): void {
  mount(router, wallet.userTokens, async ({ user }) => ({ status: 200, body: await walletBalance(user.userId) }));

  mount(router, wallet.listMovements, async ({ user, query }) => ({
    status: 200,
    body: await listMovements({ accountId: user.userId, ...query }),
  }));
}

/** Stripe's largest events are far below this. */
const MOST_BYTES = 1_000_000;

/**
 * Mounts Stripe's webhook. It is not an endpoint of the contract: instead of a session it has a signature over the raw bytes, which must
 * not be parsed first. It answers as soon as the event is in the inbox.
 */
export function mountWebhook(router: ApiRouter): void {
  const door: Door = {
    name: 'stripeWebhook',
    at: `POST ${WEBHOOK_PATH}`,
    ...FOR_ANYBODY,
    bodyBytes: MOST_BYTES,
  };
  router.register({ door, path: WEBHOOK_PATH, method: 'POST' }, async (ctx) => {
    ctx.state.route = 'stripeWebhook';
    ctx.set('Cache-Control', 'no-store');
    await receiveEvent(await readRawBody(ctx), ctx.get('Stripe-Signature'));
    ctx.status = 200;
    ctx.body = { received: true };
  });
}

/** Mounts the messages about plans that are sold by contract, and their list for operators. */
export function mountSales(router: ApiRouter): void {
  mount(router, contract.sendSalesMessage, async ({ body }) => {
    await sendSalesMessage(body);
    return { status: 202, body: {} };
  });

  mount(router, contract.listSalesMessages, async ({ query }) => ({
    status: 200,
    body: await listSalesMessages({ state: query.state, cursor: query.cursor, limit: query.limit }),
  }));

  mount(router, contract.markSalesMessageAnswered, async ({ user, params }) => ({
    status: 200,
    body: { message: await markSalesMessageAnswered({ accountId: user.userId, messageId: params.sales_message_id }) },
  }));
}

/** Mounts the billing alarms for operators. */
export function mountAlarms(router: ApiRouter): void {
  mount(router, alarms.listBillingAlarms, async ({ query }) => ({
    status: 200,
    body: await listAlarms({ state: query.state, cursor: query.cursor, limit: query.limit }),
  }));

  mount(router, alarms.acknowledgeBillingAlarm, async ({ user, params }) => ({
    status: 200,
    body: { alarm: await acknowledgeAlarm({ accountId: user.userId, alarmId: params.alarm_id }) },
  }));

  mount(router, alarms.actOnBillingAlarm, async ({ user, params, body }) => ({
    status: 200,
    body: { alarm: await actOnAlarm({ accountId: user.userId, alarmId: params.alarm_id, act: body.act }) },
  }));
}
