import * as subscription from '#contract/billing/subscription.contract.ts';
import { cancelSubscription, resumeSubscription } from '#domain/billing/subscriptions/cancel-subscription.command.ts';
import { changeSubscription } from '#domain/billing/subscriptions/change-subscription.command.ts';
import { findInvoice, listInvoices } from '#domain/billing/invoices/invoice.queries.ts';
import { openPortal } from '#domain/billing/subscriptions/open-portal.command.ts';
import { previewChange } from '#domain/billing/subscriptions/preview-change.command.ts';
import { refundPayment } from '#domain/billing/refunds/refund-payment.command.ts';
import { currentSubscription } from '#domain/billing/subscriptions/subscription.queries.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { mount } from '#api/platform/guard.ts';

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
    await changeSubscription({ accountId: user.userId, packageId: body.package_id, prorationDate: body.proration_date });
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

  mount(router, subscription.refundInvoice, async ({ user, params }) => {
    const payment = { accountId: user.userId, paymentId: params.invoice_id };
    const given = await refundPayment(payment);
    return { status: 200, body: { ...(await findInvoice(payment)), given } };
  });
}
