import type { Plan } from '#contract/billing/catalogue.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { callStripe, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { directionOf, planOf } from './change-direction.ts';
import { decidePlan, dueNow, finish, isEnding, storeDecision, setEnding, latestDecision, noChangeInTrial } from './plan.commands.ts';
import { ensurePrice, withPrice } from '#domain/billing/catalogue/price.commands.ts';
import { fetchAsksToConfirm, fetchSubscription } from './fetch-subscription.ts';
import { isUnchanged, ownPaidPlan, findOrganisationPlan, findOwnPlan } from './own-subscription.ts';
import { releaseSchedule } from './plan-schedule.ts';
import { withPlanLock, type PlanLock, tryWithPlanLock } from './plan-change-lock.ts';
import type { PaidPlan } from './subscription-row.ts';
import { syncSubscription } from './sync-subscription.command.ts';
import { packageOf } from './write-subscription.ts';

/** How long the price of a preview stays valid. */
const PREVIEW_FOR_MS = 15 * 60_000;

interface Change {
  readonly accountId: string;
  readonly packageId: string;
  /** Proration time of the preview that the user saw; any other time is ignored. */
  readonly prorationDate?: number | undefined;
  /** The amount that the user was shown as due now, in cents; without it, any amount is accepted. */
  readonly acceptedCents?: number | undefined;
}

/**
 * Changes a paid plan: an upgrade at once, charging the difference to the card; a downgrade at the end of the paid period. Choosing the
 * current plan reverts a planned change.
 * @throws ProductError validation.failed, subscription.none, subscription.unchanged, subscription.price_changed, payments.declined when the
 * card was not charged, payments.to_confirm
 */
export async function changeSubscription({ accountId, packageId, ...shown }: Change): Promise<void> {
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
  await withPlanLock(row.id, (turn) => change(turn, next, shown));
}

/** The values that the user saw before choosing. */
type Shown = Pick<Change, 'prorationDate' | 'acceptedCents'>;

async function change(turn: PlanLock, next: Plan, shown: Shown): Promise<void> {
  const { plan } = turn;
  if (plan.status === 'canceled') throw new ProductError('subscription.none');
  if (await isGivenBack(plan)) throw new ProductError('subscription.none', 'This plan is being refunded, so it can no longer be changed.');
  // a duplicate request was carried out while this one waited for the lock
  if (isUnchanged(plan, next.id)) return;
  if (plan.package_id === next.id) await decidePlan(turn, { ending: false, next_package_id: null });
  else if (directionOf(planOf(plan.package_id), next) === 'downgrade') await decidePlan(turn, { ending: false, next_package_id: next.id });
  else await upgrade(turn, next, shown);
}

/** Tells whether the owner has requested a refund that a crash or an outage of Stripe interrupted, and that will end the plan. */
async function isGivenBack({ stripe_subscription_id: plan }: PaidPlan): Promise<boolean> {
  const refund = await database()('refund')
    .join('billing_payment', 'billing_payment.id', 'refund.payment_id')
    .where('billing_payment.stripe_subscription_id', plan)
    .where('refund.requested_by', 'self')
    .where('refund.status', 'requested')
    .first('refund.id');
  return refund !== undefined;
}

/**
 * Upgrades a plan. A repeat charges nothing, because no difference remains. A planned end or downgrade contradicts the upgrade and is
 * removed: it stays stored until the card is charged, and is restored if that fails.
 */
async function upgrade(turn: PlanLock, { id: packageId }: Plan, shown: Shown): Promise<void> {
  const { plan } = turn;
  // check that the price is available before starting
  await ensurePrice(packageId);
  const id = plan.stripe_subscription_id;
  const before = await fetchSubscription(id);
  const current = packageOf(before);
  // a crashed process may have upgraded further without storing it; changing to less would be no upgrade and would become credit
  if (current && current !== packageId && directionOf(planOf(current), planOf(packageId)) === 'downgrade')
    return decidePlan(turn, { ending: false, next_package_id: packageId });
  const at = await acceptedMoment(plan, before, packageId, shown);
  const item = before.items.data[0]!;
  const standing = latestDecision(plan, before);
  const isToChange = standing.ending || standing.next_package_id !== null;
  const decided = isToChange && (await storeDecision(plan, before, standing));
  await releaseSchedule(before);
  if (isEnding(before)) await setEnding(id, false);
  await turn.hold();
  const after = await withPrice(packageId, (price) =>
    callStripe('subscriptions.update', 'subscription', (stripe) =>
      stripe.subscriptions.update(id, {
        items: [{ id: item.id, price, quantity: 1 }],
        proration_behavior: 'always_invoice',
        // unpaid: nothing changes
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice.payments'],
        ...(at && { proration_date: at }),
      }),
    ),
  );
  await database()('subscription').where({ id: plan.id }).update({ previewed: null });
  if (decided) await finish(decided);
  else await syncSubscription(id);
  if (after.pending_update) throw await notPaid(after);
}

/** Returns the error for an unpaid change. Stripe keeps such a change pending for less than a day. */
async function notPaid({ latest_invoice: invoice }: StripeSubscription): Promise<ProductError> {
  if (await fetchAsksToConfirm(invoice).catch(() => false))
    return new ProductError(
      'payments.to_confirm',
      'Your bank asks you to confirm this payment. Choose "Confirm the payment" in your payments on the billing page; your plan changes as soon as you have.',
    );
  return new ProductError(
    'payments.declined',
    'Your card was not charged, so your plan stays as it is. Please check the card and try again.',
  );
}

/**
 * Returns the proration time for which the change costs no more than the user was shown: that of the preview while it is valid. If it no
 * longer is, or the screen showed the change as free, asks Stripe again, because a period may have ended or a planned change taken effect
 * while the page was open.
 * @returns null for any time
 * @throws ProductError subscription.price_changed
 */
async function acceptedMoment(
  plan: PaidPlan,
  subscription: StripeSubscription,
  packageId: string,
  { prorationDate, acceptedCents }: Shown,
): Promise<number | null> {
  const previewed = previewedMoment(plan, packageId, prorationDate);
  // a process that could not store it has already made the change
  if (previewed !== null || acceptedCents === undefined || packageOf(subscription) === packageId) return previewed;
  const { at, dueCents } = await dueNow(subscription, packageId);
  if (dueCents <= acceptedCents) return at;
  throw new ProductError(
    'subscription.price_changed',
    toSentence('This change now costs more than shown. Nothing was charged or changed.'),
  );
}

/** Accepts only a proration time from our own preview: one chosen by the browser could make a change cost next to nothing. */
function previewedMoment({ previewed }: PaidPlan, packageId: string, prorationDate: number | undefined): number | null {
  if (!previewed || prorationDate === undefined) return null;
  const isOurs = previewed.package_id === packageId && previewed.proration_date === prorationDate;
  return isOurs && Date.now() - Date.parse(previewed.at) <= PREVIEW_FOR_MS ? prorationDate : null;
}

/**
 * Cancels a plan at the end of its paid period or trial: the user's own plan, else the one they pay for an organisation. Repeating it
 * changes nothing.
 * @throws ProductError subscription.none, payments.not_configured, payments.unavailable
 */
export const cancelSubscription = (accountId: string): Promise<void> => endOrResume(accountId, true);

/** Reverts a cancellation while the plan still runs. @throws as `cancelSubscription` */
export const resumeSubscription = (accountId: string): Promise<void> => endOrResume(accountId, false);

async function endOrResume(accountId: string, ending: boolean): Promise<void> {
  const row = (await findOwnPlan(accountId)) ?? (await findOrganisationPlan(accountId));
  if (!row) throw new ProductError('subscription.none');
  // a planned downgrade stays stored while the plan is cancelled, and is scheduled again when it resumes
  if (row.stripe_subscription_id) await withPlanLock(row.id, (turn) => decidePlan(turn, { ending }));
  // our own trial ends by itself; the choice is stored only for the screen
  else await database()('subscription').where({ id: row.id }).update({ cancel_at_period_end: ending });
  await recordAudit({
    actor: `account:${accountId}`,
    action: ending ? 'subscription.cancel' : 'subscription.resume',
    subject: `subscription:${row.id}`,
  });
}

/**
 * Returns plans that would renew before their owner's account is deleted, in random order, so that failing ones do not block the others.
 */
export async function plansOfLeaving(most: number): Promise<PaidPlan[]> {
  return (
    database()('subscription')
      .join('account', 'account.id', 'subscription.account_id')
      .whereNotNull('account.deletion_due_at')
      .where(expression(database(), sql`subscription.period_end < account.deletion_due_at`))
      .whereIn('subscription.status', ['trialing', 'active', 'past_due'])
      .where('subscription.cancel_at_period_end', false)
      .whereNotNull('subscription.stripe_subscription_id')
      // already decided, and left to the reconciler
      .where(expression(database(), sql`coalesce(subscription.intent->>'ending', 'false') = 'false'`))
      .orderBy(expression(database(), sql`random()`))
      .limit(most)
      .select('subscription.*')
  );
}

/**
 * Cancels a plan at the end of its period because its owner has requested deletion, and must not be charged for a month of which only days
 * remain. Owners who keep the account can resume the plan on the billing page.
 * @throws StripeFailure
 */
export async function stopRenewal(plan: PaidPlan): Promise<void> {
  await tryWithPlanLock(plan.id, async (turn) => {
    // the owner may have withdrawn the request meanwhile
    if (!(await isLeaving(plan))) return;
    await decidePlan(turn, { ending: true });
    await recordAudit({
      actor: 'system:billing',
      action: 'subscription.cancel',
      subject: `subscription:${plan.id}`,
      detail: { because: 'the account is going to be deleted' },
    });
  });
}

const isLeaving = async ({ account_id: id }: PaidPlan): Promise<boolean> =>
  (await database()('account').where({ id }).whereNotNull('deletion_due_at').first('id')) !== undefined;
