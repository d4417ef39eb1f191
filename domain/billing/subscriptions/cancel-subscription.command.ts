import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { decidePlan } from './decide-plan.command.ts';
import { findOrganisationPlan, findOwnPlan } from './own-subscription.ts';
import { withPlanLock } from './plan-change-lock.ts';

/**
 * Cancels a plan at the end of its paid period or trial: the user's own, else the one they pay for an organisation. Repeating it changes
 * nothing.
 * @throws ProductError subscription.none, payments.not_configured, payments.unavailable
 */
export const cancelSubscription = (accountId: string): Promise<void> => setEnding(accountId, true);

/** Reverts a cancellation while the plan still runs. @throws as `cancelSubscription` */
export const resumeSubscription = (accountId: string): Promise<void> => setEnding(accountId, false);

async function setEnding(accountId: string, ending: boolean): Promise<void> {
  const row = (await findOwnPlan(accountId)) ?? (await findOrganisationPlan(accountId));
  if (!row) throw new ProductError('subscription.none');
  // a planned downgrade is stored while the plan is cancelled, and scheduled again when it resumes
  if (row.stripe_subscription_id) await withPlanLock(row.id, (turn) => decidePlan(turn, { ending }));
  // our own trial ends by itself anyway; the choice is stored so that the screen shows it
  else await database()('subscription').where({ id: row.id }).update({ cancel_at_period_end: ending });
  await recordAudit({
    actor: `account:${accountId}`,
    action: ending ? 'subscription.cancel' : 'subscription.resume',
    subject: `subscription:${row.id}`,
  });
}
