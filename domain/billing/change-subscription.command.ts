import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';
import { directionOf, planOf } from './change-direction.ts';
import { ensurePrice } from './ensure-prices.command.ts';
import { fetchSubscription } from './fetch-subscription.ts';
import { isUnchanged, ownPaidPlan, type PaidPlan } from './own-subscription.ts';
import { planDowngrade, releasePlanned } from './plan-downgrade.command.ts';
import { noChangeInTrial } from './preview-change.command.ts';
import { syncSubscription } from './sync-subscription.command.ts';

/** How long the price of a preview is kept. */
const PREVIEW_FOR_MS = 15 * 60_000;

interface Change {
  readonly accountId: string;
  readonly packageId: string;
  /** Of the preview the person saw; any other moment is not taken. */
  readonly prorationDate?: number | undefined;
}

/**
 * Changes a paid plan: to more of it at once, the difference charged to the card; to less of it when the paid period ends; to what it is
 * already, which takes a planned change back.
 * @throws ProductError validation.failed, subscription.none, subscription.unchanged, payments.declined when the card was not charged and
 *   nothing changed, payments.not_configured, payments.unavailable
 */
export async function changeSubscription({ accountId, packageId, prorationDate }: Change): Promise<void> {
  const next = planOf(packageId);
  const row = await ownPaidPlan(accountId);
  if (row.status === 'trialing') throw noChangeInTrial();
  if (isUnchanged(row, packageId)) throw new ProductError('subscription.unchanged');
  await recordAudit({
    actor: `account:${accountId}`,
    action: 'subscription.change_asked',
    subject: `subscription:${row.id}`,
    detail: { from: row.package_id, to: packageId },
  });
  if (row.package_id === packageId) await releasePlanned(row);
  else if (directionOf(planOf(row.package_id), next) === 'downgrade') await planDowngrade(row, packageId);
  else await upgrade(row, packageId, prorationDate);
}

/** Doing it twice charges once: the second time there is no difference to pay. */
async function upgrade(row: PaidPlan, packageId: string, prorationDate: number | undefined): Promise<void> {
  if (row.stripe_schedule_id) await releasePlanned(row);
  const price = await ensurePrice(packageId);
  const id = row.stripe_subscription_id;
  if (row.cancel_at_period_end) await resume(id);
  const before = await fetchSubscription(id);
  const item = before.items.data[0]!;
  const at = previewedMoment(row, packageId, prorationDate);
  const after = await callStripe('subscriptions.update', 'subscription', (stripe) =>
    stripe.subscriptions.update(id, {
      items: [{ id: item.id, price, quantity: 1 }],
      proration_behavior: 'always_invoice',
      // not paid: nothing changes
      payment_behavior: 'pending_if_incomplete',
      ...(at && { proration_date: at }),
    }),
  );
  await database()('subscription').where({ id: row.id }).update({ previewed: null });
  await syncSubscription(id);
  if (after.pending_update)
    throw new ProductError(
      'payments.declined',
      'Your card was not charged, so your plan stays as it is. Please check the card and try again.',
    );
}

/** More of a plan is not wanted by somebody who wants it to end. */
async function resume(id: string): Promise<void> {
  await callStripe('subscriptions.update', 'subscription', (stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: false }));
}

/** A moment chosen by a browser could make a change cost next to nothing: only the one we handed out is taken back. */
function previewedMoment({ previewed }: PaidPlan, packageId: string, asked: number | undefined): number | null {
  if (!previewed || asked === undefined) return null;
  const isOurs = previewed.package_id === packageId && previewed.proration_date === asked;
  return isOurs && Date.now() - Date.parse(previewed.at) <= PREVIEW_FOR_MS ? asked : null;
}
