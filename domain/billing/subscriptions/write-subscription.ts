import { lookup } from '#contract/platform/lookup.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { billingPorts } from '#domain/billing/billing.ports.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { dateOf, idOf, type StripeInvoice, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { chargedPackage, packageOfPrice } from '#domain/billing/catalogue/charged-package.ts';
import { askAfterEnded } from './ended-plan.ts';
import { hasEnded } from '#domain/billing/checkout/judge-session.ts';
import { ensureGrants } from '#domain/billing/ledger/grant.commands.ts';
import { recordInvoice } from '#domain/billing/checkout/record-payment.ts';
import type { SubscriptionRow } from './subscription-row.ts';
import { notifyUnpaidPlan } from '#domain/billing/alarms/notify-failure.ts';

interface Fetched {
  readonly accountId: string;
  readonly subscription: StripeSubscription;
  /** The database's time before the fetch: a later fetch is not overwritten. */
  readonly stamp: Date;
  /** Whether the bank requires the owner to confirm the payment of the last invoice. */
  readonly toConfirm?: boolean;
  /** Inserts the row if it is missing, for an order that has just been fulfilled. */
  readonly orderId?: string;
}

const STATUS: Readonly<Record<string, SubscriptionRow['status']>> = lookup({
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  canceled: 'canceled',
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  unpaid: 'unpaid',
  paused: 'paused',
});

/**
 * Stores a fetched subscription. `canceled` is final. A new period and its plan count once the invoice is paid; until then the old ones
 * stay, so that no tokens are granted for an unpaid period. Call it under `lockBilling`.
 * @returns false when there is neither a row nor an order to create one for
 */
export async function writeSubscription(
  trx: Knex.Transaction,
  { accountId, subscription, stamp, orderId, toConfirm = false }: Fetched,
): Promise<boolean> {
  const row: SubscriptionRow | undefined = await trx('subscription').where({ stripe_subscription_id: subscription.id }).forUpdate().first();
  const packageId = packageOf(subscription) ?? row?.package_id;
  if (!packageId || (!row && !orderId)) return false;
  const invoice = subscription.latest_invoice;
  if (invoice && typeof invoice === 'object')
    await recordInvoice(trx, {
      accountId,
      orderId: row?.order_id ?? orderId ?? null,
      packageId,
      charged: chargedPackage(invoice, subscription),
      subscriptionId: subscription.id,
      invoice,
    });
  if (!row) {
    await giveFreeTokens(trx, accountId);
    await trx('subscription').insert({ ...newRow(subscription, packageId, stamp), account_id: accountId, order_id: orderId });
    return true;
  }
  // an ended subscription stays ended, whenever it was fetched
  if (row.status === 'canceled' || (row.synced_at > stamp && !hasEnded(subscription))) return true;
  const next = nextState(row, subscription, packageId, stamp);
  if (isLive(next.status) && !isLive(row.status)) await endOwnTrials(trx, row);
  await trx('subscription').where({ id: row.id }).update(next);
  await follow(trx, row, next);
  if (next.status === 'canceled') await askAfterEnded(trx, { planId: row.id, most: 100 });
  await notifyUnpaidPlan(trx, row, { status: next.status, toConfirm }, subscription);
  return true;
}

/** Grants the free plan's tokens before another plan replaces it: the balance must not depend on whether the wallet was read before. */
export async function giveFreeTokens(trx: Knex.Transaction, accountId: string): Promise<void> {
  await ensureGrants(trx, { kind: 'user', id: accountId });
}

const isLive = (status: SubscriptionRow['status']): boolean => ['trialing', 'active', 'past_due'].includes(status);

/** Ends our own trials when an old plan revives because its invoice was paid after all. */
async function endOwnTrials(trx: Knex.Transaction, row: SubscriptionRow): Promise<void> {
  await trx('subscription')
    .where({ account_id: row.account_id, for_organisation: row.for_organisation, status: 'trialing', stripe_subscription_id: null })
    .update({ status: 'canceled', ended_at: expression(trx, sql`least(now(), trial_end)`) });
}

/** Returns the plan of a subscription. */
export const packageOf = ({ items }: StripeSubscription): string | null => packageOfPrice(items.data[0]?.price);

const isOwing = (invoice: StripeInvoice | string | null): boolean =>
  invoice !== null && typeof invoice === 'object' && ['draft', 'open', 'uncollectible'].includes(invoice.status ?? '');

const periodOf = ({ items: { data } }: StripeSubscription) => ({
  period_start: dateOf(data[0]!.current_period_start),
  period_end: dateOf(data[0]!.current_period_end),
});

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** Returns the columns that may change at any time, paid or not. */
function plainState(subscription: StripeSubscription, stamp: Date) {
  const status = STATUS[subscription.status] ?? 'unpaid';
  return {
    status,
    trial_end: subscription.trial_end ? dateOf(subscription.trial_end) : null,
    cancel_at_period_end: subscription.cancel_at_period_end || (subscription.cancel_at !== null && status !== 'canceled'),
    stripe_schedule_id: idOf(subscription.schedule),
    ended_at: status === 'canceled' ? (subscription.ended_at ? dateOf(subscription.ended_at) : stamp) : null,
    synced_at: stamp,
  };
}

function newRow(subscription: StripeSubscription, packageId: string, stamp: Date) {
  const period = periodOf(subscription);
  return {
    id: uuidv7(),
    stripe_subscription_id: subscription.id,
    package_id: packageId,
    for_organisation: organisationPlanById(packageId) !== undefined,
    anchor: earlier(period.period_start, stamp),
    ...period,
    ...plainState(subscription, stamp),
  };
}

function nextState(row: SubscriptionRow, subscription: StripeSubscription, packageId: string, stamp: Date) {
  const plain = plainState(subscription, stamp);
  const isPaid = !isOwing(subscription.latest_invoice);
  const current = isPaid ? packageId : row.package_id;
  // months of tokens are counted from the first paid day, and stay on that day
  const isPaidFirst = row.status === 'trialing' && plain.status !== 'trialing' && plain.status !== 'canceled';
  return {
    ...plain,
    ...(isPaid ? periodOf(subscription) : { period_start: row.period_start, period_end: row.period_end }),
    package_id: current,
    next_package_id: plannedPackage(row, subscription, current, plain.cancel_at_period_end),
    ...(isPaidFirst && { anchor: earlier(periodOf(subscription).period_start, stamp) }),
  };
}

/**
 * Returns the plan of the schedule's last phase, if it differs. We scheduled it ourselves, so it is known, whereas a schedule names prices
 * by id only. A cancelled plan has no schedule and keeps its stored next plan for when it resumes; so does a plan whose decision is being
 * carried out.
 */
function plannedPackage(row: SubscriptionRow, { schedule }: StripeSubscription, current: string, isEnding: boolean): string | null {
  const isKept = schedule !== null || isEnding || row.intent !== null;
  return isKept && row.next_package_id !== current ? row.next_package_id : null;
}

/** Applies the effects of a change: the organisation's year, and an audit entry. */
async function follow(trx: Knex.Transaction, row: SubscriptionRow, next: ReturnType<typeof nextState>): Promise<void> {
  if (row.for_organisation && row.order_id && next.period_start > row.period_start)
    await billingPorts().organisations.renew(trx, { orderId: row.order_id, startsAt: next.period_start, endsAt: next.period_end });
  if (next.status === row.status && next.package_id === row.package_id && next.cancel_at_period_end === row.cancel_at_period_end) return;
  const state = ({
    status,
    package_id,
    cancel_at_period_end,
  }: Pick<SubscriptionRow, 'status' | 'package_id' | 'cancel_at_period_end'>) => ({
    status,
    package_id,
    cancel_at_period_end,
  });
  await recordAudit(
    {
      actor: 'system:billing',
      action: 'subscription.change',
      subject: `subscription:${row.id}`,
      detail: { before: state(row), after: state(next) },
    },
    trx,
  );
}
