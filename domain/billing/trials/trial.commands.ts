import { fetchHasCard } from '#domain/billing/subscriptions/fetch-subscription.ts';
import type { SubscriptionRow } from '#domain/billing/subscriptions/subscription-row.ts';
import { addMail } from '#domain/mail/mail.commands.ts';
import { logger } from '#domain/platform/logger.ts';
import { expression, sql, rowsOf } from '#domain/platform/sql.ts';
import { uuidv7 } from 'uuidv7';
import { planById } from '#contract/billing/catalogue.ts';
import { database, transact, isDatabaseUnavailable } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { livePlan } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { endLeftoverPlans } from '#domain/billing/subscriptions/end-leftover-plans.command.ts';
import { lockBilling } from '#domain/billing/checkout/order.ts';
import { invalid } from '#domain/billing/checkout/resolve-purchase.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import { assertAddressVerified, hasUsedTrial, useTrial } from './trial-use.ts';
import { giveFreeTokens } from '#domain/billing/subscriptions/write-subscription.ts';

/**
 * Starts the trial of a yearly plan without card and without Stripe (G04). A user has one trial in all, ours or Stripe's; it ends by
 * itself.
 * @throws ProductError validation.failed for an unknown plan, trial.not_offered, trial.unverified, trial.used, payments.already_subscribed
 */
export async function activateTrial({ accountId, packageId }: { accountId: string; packageId: string }): Promise<void> {
  const plan = planById(packageId);
  if (!plan) throw invalid('package_id', 'Plan not found.');
  if (plan.trial_days === 0) throw new ProductError('trial.not_offered', 'This plan has no free trial.');
  if (!(await livePlan(database(), accountId)) && !(await hasUsedTrial(database(), accountId))) {
    await assertAddressVerified(database(), accountId);
    await endLeftoverPlans({ accountId, forOrganisation: false });
  }
  await transact(async (trx) => {
    await lockBilling(trx, accountId);
    if (await livePlan(trx, accountId)) throw new ProductError('payments.already_subscribed');
    if (!(await useTrial(trx, accountId, 'local'))) throw new ProductError('trial.used');
    await trx('subscription')
      .where({ account_id: accountId, for_organisation: false })
      .whereIn('status', ['trialing', 'active', 'past_due'])
      .update({ status: 'canceled', ended_at: trx.fn.now() });
    await giveFreeTokens(trx, accountId);
    const end = expression(trx, sql`now() + ${plan.trial_days} * interval '1 day'`);
    const id = uuidv7();
    await trx('subscription').insert({
      id,
      account_id: accountId,
      package_id: plan.id,
      status: 'trialing',
      anchor: trx.fn.now(),
      period_start: trx.fn.now(),
      period_end: end,
      trial_end: end,
    });
    await recordAudit(
      { actor: `account:${accountId}`, action: 'trial.start', subject: `subscription:${id}`, detail: { package_id: plan.id } },
      trx,
    );
  });
}

/** As early as Stripe's own warning. */
const AHEAD_DAYS = 3;

type Trial = Pick<
  SubscriptionRow,
  'id' | 'package_id' | 'account_id' | 'trial_end' | 'period_end' | 'cancel_at_period_end' | 'stripe_subscription_id'
> & { readonly email: string };

/**
 * Emails the owner of a running trial, once, about its end and the charge that follows.
 * @throws StripeFailure when Stripe cannot say whether there is a card; nothing is mailed then
 */
export async function warnOfTrialEnd(of: { stripe: string } | { row: string }): Promise<void> {
  const trial: Trial | undefined = await database()('subscription')
    .join('account', 'account.id', 'subscription.account_id')
    .where('stripe' in of ? 'subscription.stripe_subscription_id' : 'subscription.id', 'stripe' in of ? of.stripe : of.row)
    .where('subscription.status', 'trialing')
    .first(
      'subscription.id',
      'subscription.package_id',
      'subscription.account_id',
      'account.email',
      'subscription.trial_end',
      'subscription.period_end',
      'subscription.cancel_at_period_end',
      'subscription.stripe_subscription_id',
    );
  if (!trial) return;
  const plan = planById(trial.package_id);
  const goesOn = plan && (await willBeCharged(trial));
  await transact((trx) =>
    addMail(trx, {
      kind: 'trial-ending',
      cause: `trial-ending:${trial.id}`,
      accountId: trial.account_id,
      to: trial.email,
      data: {
        plan: plan?.name ?? trial.package_id,
        ends_at: (trial.trial_end ?? trial.period_end).toISOString(),
        link: '/billing',
        ...(goesOn && { charge: { amount_cents: plan.amount_cents, interval: plan.interval } }),
      },
    }),
  );
}

/** Tells whether a charge follows: our own trial has no card, and a cancelled trial charges nothing. */
const willBeCharged = async ({ stripe_subscription_id: id, cancel_at_period_end: isCancelled }: Trial): Promise<boolean> =>
  id !== null && !isCancelled && (await fetchHasCard(id));

/** After this many failures in a row, Stripe counts as unavailable and the remaining trials are skipped. */
const AWAY_AFTER = 5;

/**
 * Warns about every trial that ends within three days: first our own, which send no webhook, then Stripe's, whose webhook may be lost.
 * Trials that Stripe cannot report on wait for the next call, which uses another order, so that none blocks another for ever.
 */
export async function warnOfTrialEnds(): Promise<void> {
  const trials = await rowsOf<{ id: string; at_stripe: boolean }>(
    database(),
    sql`select s.id, s.stripe_subscription_id is not null as at_stripe from subscription s
      where s.status = 'trialing' and coalesce(s.trial_end, s.period_end) between now() and now() + ${AHEAD_DAYS} * interval '1 day'
        and not exists (select from outgoing_mail m where m.cause = 'trial-ending:' || s.id)
      order by at_stripe, random()`,
  );
  let failures = 0;
  for (const { id, at_stripe: atStripe } of trials) {
    if (atStripe && failures >= AWAY_AFTER) return;
    try {
      await warnOfTrialEnd({ row: id });
      failures = 0;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (isStripeFailure(error, 'unavailable')) failures += 1;
      logger().warn({ err: error, subscription: id }, 'billing: the end of a trial could not be announced, retrying');
    }
  }
}
