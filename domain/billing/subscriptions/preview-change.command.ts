import type { previewChange as endpoint } from '#contract/billing/subscription.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { callStripe, dateOf, idOf } from '#domain/vendors/stripe/stripe.client.ts';
import { directionOf, planOf } from './change-direction.ts';
import { withPrice } from '#domain/billing/catalogue/ensure-all-prices.command.ts';
import { fetchSubscription } from './fetch-subscription.ts';
import { isUnchanged, ownPaidPlan } from './own-subscription.ts';

/**
 * Returns what a plan change would cost today, calculated by Stripe. The proration time is stored, so that the change costs the same.
 * @throws ProductError validation.failed, subscription.none, subscription.unchanged, payments.not_configured, payments.unavailable
 */
export async function previewChange({
  accountId,
  packageId,
}: {
  accountId: string;
  packageId: string;
}): Promise<AnswerOf<typeof endpoint>> {
  const next = planOf(packageId);
  const row = await ownPaidPlan(accountId);
  if (row.status === 'trialing') throw noChangeInTrial();
  if (isUnchanged(row, packageId)) throw new ProductError('subscription.unchanged');
  const isBack = row.package_id === packageId;
  const direction = isBack ? 'upgrade' : directionOf(planOf(row.package_id), next);
  if (direction === 'downgrade' || isBack)
    return { package_id: packageId, direction, due_now_cents: 0, starts_at: row.period_end.toISOString(), proration_date: null };
  const subscription = await fetchSubscription(row.stripe_subscription_id);
  const item = subscription.items.data[0]!;
  const customer = idOf(subscription.customer) as string;
  // clamped into the period, whatever Stripe's clock says
  const now = Math.floor(Date.now() / 1000);
  const at = Math.min(Math.max(now, item.current_period_start), item.current_period_end - 1);
  const invoice = await withPrice(packageId, (price) =>
    callStripe('invoices.createPreview', 'invoice', (stripe) =>
      stripe.invoices.createPreview({
        customer,
        subscription: subscription.id,
        subscription_details: { items: [{ id: item.id, price, quantity: 1 }], proration_behavior: 'always_invoice', proration_date: at },
      }),
    ),
  );
  await database()('subscription')
    .where({ id: row.id })
    .update({ previewed: JSON.stringify({ package_id: packageId, proration_date: at, at: new Date().toISOString() }) });
  return { package_id: packageId, direction, due_now_cents: invoice.amount_due, starts_at: dateOf(at).toISOString(), proration_date: at };
}

/** The error for changing a trial: trials are replaced by buying, as nothing was paid yet. */
export const noChangeInTrial = () =>
  new ProductError('subscription.none', 'Your plan is a free trial. Choose a plan to buy it; the trial ends then.');
