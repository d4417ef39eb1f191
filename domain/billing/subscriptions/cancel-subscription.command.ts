import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { decidePlan } from './decide-plan.command.ts';
import { findOrganisationPlan, findOwnPlan } from './own-subscription.ts';
import { inTurn } from './plan-turn.ts';

/**
 * Has the plan end when its paid period, or its trial, ends: one's own, else the one that one pays for an organisation. Doing it again
 * changes nothing.
 * @throws ProductError subscription.none, payments.not_configured, payments.unavailable
 */
export const cancelSubscription = (accountId: string): Promise<void> => setEnding(accountId, true);

/** Takes a cancellation back while the plan still runs. @throws as `cancelSubscription` */
export const resumeSubscription = (accountId: string): Promise<void> => setEnding(accountId, false);

async function setEnding(accountId: string, ending: boolean): Promise<void> {
  const row = (await findOwnPlan(accountId)) ?? (await findOrganisationPlan(accountId));
  if (!row) throw new ProductError('subscription.none');
  // a smaller plan that was to follow is remembered while the plan is cancelled, and planned anew when it goes on
  if (row.stripe_subscription_id) await inTurn(row.id, (turn) => decidePlan(turn, { ending }));
  // a trial of ours ends by itself either way; the wish is kept so that the screen says so
  else await database()('subscription').where({ id: row.id }).update({ cancel_at_period_end: ending });
  await recordAudit({
    actor: `account:${accountId}`,
    action: ending ? 'subscription.cancel' : 'subscription.resume',
    subject: `subscription:${row.id}`,
  });
}
