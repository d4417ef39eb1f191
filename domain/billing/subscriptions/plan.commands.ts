import type { previewChange as endpoint } from '#contract/billing/subscription.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { database, isDatabaseUnavailable } from '#domain/platform/database.ts';
import { callStripe, type StripeSubscription, dateOf, idOf } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { ensurePrice, withPrice } from '#domain/billing/catalogue/price.commands.ts';
import { directionOf, planOf } from './change-direction.ts';
import { fetchSubscription } from './fetch-subscription.ts';
import { hasEnded } from '#domain/billing/checkout/judge-session.ts';
import { isUnchanged, ownPaidPlan } from './own-subscription.ts';
import { releaseSchedule, scheduleNext } from './plan-schedule.ts';
import { tryWithPlanLock, changeInProgress, type PlanLock } from './plan-change-lock.ts';
import { raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import type { PaidPlan, PlanIntent } from './subscription-row.ts';
import { syncSubscription } from './sync-subscription.command.ts';
import { packageOf } from './write-subscription.ts';

/** Number of failures after which an operator is alarmed. */
const ALARM_AFTER = 5;

/** Without a next plan, the one planned before applies, if any. */
type Decision = Pick<PlanIntent, 'ending'> & Partial<Pick<PlanIntent, 'next_package_id'>>;
type Decided = Pick<PaidPlan, 'id' | 'stripe_subscription_id'> & { readonly intent: PlanIntent };

/**
 * Decides how a plan continues when its period ends: whether, and as which plan. Stripe needs several calls for that, so the decision is
 * stored before the first one; after a crash or an outage, the reconciler completes it (`finishDecision`).
 * @throws StripeFailure, ProductError payments.unavailable
 */
export async function decidePlan({ plan }: PlanLock, decision: Decision): Promise<void> {
  const subscription = await fetchSubscription(plan.stripe_subscription_id);
  await carryOut(await storeDecision(plan, subscription, decision), subscription);
}

/**
 * Stores a decision, without carrying it out. Refuses a plan whose price is unavailable, and a caller that lost the lock, because another
 * decision was made since.
 * @throws StripeFailure, ProductError payments.unavailable
 */
export async function storeDecision(plan: PaidPlan, subscription: StripeSubscription, decision: Decision): Promise<Decided> {
  const { next_package_id: next = latestDecision(plan, subscription).next_package_id, ending } = decision;
  if (next && !ending) await ensurePrice(next);
  const intent = { id: uuidv7(), from: currentOf(plan, subscription), ending, next_package_id: next };
  const written = await database()('subscription')
    .where({ id: plan.id, turn: plan.turn })
    .update({ intent: JSON.stringify(intent), intent_at: database().fn.now() });
  if (written === 0) throw changeInProgress();
  return { id: plan.id, stripe_subscription_id: plan.stripe_subscription_id, intent };
}

const currentOf = (plan: PaidPlan, subscription: StripeSubscription): string => packageOf(subscription) ?? plan.package_id;

/** Returns a plan's latest decision, carried out or not; a decision made about another plan no longer applies. */
export function latestDecision(plan: PaidPlan, subscription: StripeSubscription): Required<Decision> {
  const current = currentOf(plan, subscription);
  if (plan.intent?.from === current) return plan.intent;
  return { ending: isEnding(subscription), next_package_id: plan.package_id === current ? plan.next_package_id : null };
}

/**
 * Carries out a pending decision about a plan, unless another process is doing so. Repeated failures while Stripe is available raise an
 * alarm.
 * @throws StripeFailure
 */
export async function finishDecision(planId: string): Promise<void> {
  await tryWithPlanLock(planId, async ({ plan }) => {
    if (plan.intent) await finish({ ...plan, intent: plan.intent });
  });
}

/** Carries out the decision under the caller's lock. @throws StripeFailure */
export async function finish(plan: Decided): Promise<void> {
  try {
    await carryOut(plan, await fetchSubscription(plan.stripe_subscription_id));
  } catch (error) {
    if (!isStripeFailure(error, 'unavailable') && !isDatabaseUnavailable(error)) await countFailure(plan, error);
    throw error;
  }
}

/** Counts a failure; each lengthens the pause before the next try. */
async function countFailure(plan: Decided, error: unknown): Promise<void> {
  const tries = (plan.intent.tries ?? 0) + 1;
  const [row] = await rowOf(plan)
    .update({ intent: JSON.stringify({ ...plan.intent, tries }) })
    .returning('account_id');
  if (!row || tries < ALARM_AFTER) return;
  const { ending, next_package_id: next } = plan.intent;
  const wish = ending ? 'it ends with its period' : next ? `it becomes ${next} with its period` : 'it goes on as it is';
  const { message } = (error instanceof Error && error.cause instanceof Error ? error.cause : error) as Error;
  await raiseAlarm(database(), {
    kind: 'plan.undecided',
    occasion: plan.intent.id,
    subject: `subscription:${plan.id}`,
    accountId: row.account_id,
    detail: { wish, reason: message },
  });
}

async function carryOut(plan: Decided, subscription: StripeSubscription): Promise<void> {
  const { intent, stripe_subscription_id: id } = plan;
  const { from, next_package_id: next } = intent;
  if (hasEnded(subscription) || (packageOf(subscription) ?? from) !== from) return leave(plan);
  try {
    await updateStripe(subscription, intent);
  } catch (error) {
    // do not repeat a call that Stripe rejects for good
    if (isStripeFailure(error, 'refused')) await leave(plan);
    throw error;
  }
  await syncSubscription(id);
  await rowOf(plan).update({ intent: null, next_package_id: expression(database(), sql`nullif(${next}, package_id)`) });
}

/** Gives the decision up: the plan stays as it is at Stripe. */
async function leave(plan: Decided): Promise<void> {
  await rowOf(plan).update({ intent: null });
  await syncSubscription(plan.stripe_subscription_id);
}

/** Selects the plan's row, unless another decision was made since. */
const rowOf = ({ id, intent }: Decided): Knex.QueryBuilder =>
  database()('subscription')
    .where({ id })
    .where(expression(database(), sql`intent->>'id' = ${intent.id}`));

/** Tells whether a subscription ends with its period. */
export const isEnding = ({ cancel_at_period_end: atEnd, cancel_at: at }: StripeSubscription): boolean => atEnd || at !== null;

/** Carries out a decision at Stripe, from whatever state an earlier try has left. */
async function updateStripe(subscription: StripeSubscription, { ending, next_package_id: next }: PlanIntent): Promise<void> {
  if (!ending && !isEnding(subscription) && next) return scheduleNext(subscription, next);
  // while a schedule is attached, the schedule sets the end
  await releaseSchedule(subscription);
  if (ending !== isEnding(subscription)) await setEnding(subscription.id, ending);
  if (!ending && next) await scheduleNext({ ...subscription, schedule: null }, next);
}

/** Sets whether a subscription ends with its period. @throws StripeFailure, also while a schedule is attached */
export async function setEnding(id: string, ending: boolean): Promise<void> {
  await callStripe('subscriptions.update', 'subscription', (stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: ending }));
}

/**
 * Returns what a plan change would cost today, as calculated by Stripe. The proration time is stored, so that the change will cost the
 * same.
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
  const { at, dueCents } = await dueNow(await fetchSubscription(row.stripe_subscription_id), packageId);
  await database()('subscription')
    .where({ id: row.id })
    .update({ previewed: JSON.stringify({ package_id: packageId, proration_date: at, at: new Date().toISOString() }) });
  return { package_id: packageId, direction, due_now_cents: dueCents, starts_at: dateOf(at).toISOString(), proration_date: at };
}

/**
 * Asks Stripe what an upgrade would charge now.
 * @returns the amount in US cents, and the proration time for which it is valid, in seconds since 1970
 * @throws StripeFailure; ProductError payments.unavailable
 */
export async function dueNow(subscription: StripeSubscription, packageId: string): Promise<{ at: number; dueCents: number }> {
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
  return { at, dueCents: invoice.amount_due };
}

/** The error for changing a trial: nothing was paid yet, so a trial is replaced by buying a plan. */
export const noChangeInTrial = () => new ProductError('subscription.none', 'You are on a free trial. It ends as soon as you buy a plan.');
