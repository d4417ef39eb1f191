import { activateTrial } from '#contract/billing/payments.contract.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { writeSession } from '#frontend/lib/session/token-store.ts';

/** Starts the trial without a card (AUTH-21) and stores the returned user. @throws ApiError whose message can be shown */
export async function startTrial(user: User, packageId: string): Promise<void> {
  const answer = await call(activateTrial, {
    body: { user_id: user.user_id, package_id: packageId },
    fallback: t('Failed to activate trial'),
  });
  writeSession({ user: answer.user });
}

/** Whether the trial can be started: once per person, and not while a plan is running. */
export const canStartTrial = (user: User | null): boolean => user === null || (!user.trial_used && user.subscription_status === 'free');
