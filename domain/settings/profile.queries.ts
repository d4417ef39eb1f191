import { FREE_PLAN, organisationPlanById, planById } from '#contract/billing/catalogue.ts';
import type { User } from '#contract/identity/identity.contract.ts';
import type { Profile } from '#contract/settings/profile.contract.ts';
import { walletBalance } from '#domain/billing/wallet/wallet-balance.queries.ts';
import { countCourses } from '#domain/courses/content/count-courses.queries.ts';
import { findUser } from '#domain/identity/accounts/find-user.queries.ts';
import { personalRecord } from '#domain/identity/accounts/personal-record.queries.ts';
import { totalPoints } from '#domain/progress/total-points.queries.ts';
import { readSettings } from './settings.queries.ts';

/**
 * Returns everything for the profile page (SHELL-09), from the features that own it. Does not call Stripe.
 * @throws ProductError not_found
 */
export async function findProfile(accountId: string): Promise<Profile> {
  const [user, record, tokens, { courses, completed }, points, settings] = await Promise.all([
    findUser(accountId),
    personalRecord(accountId),
    walletBalance(accountId),
    countCourses(accountId),
    totalPoints(accountId),
    readSettings(accountId),
  ]);
  const { user_id, email, first_name, last_name, roles } = user;
  return {
    user_id,
    email,
    first_name,
    last_name,
    roles,
    ...record,
    name: `${first_name} ${last_name}`.trim(),
    subscription: subscriptionOf(user),
    tokens,
    counts: { courses, completed_courses: completed, points },
    settings,
  };
}

function subscriptionOf({ subscription_plan: id, subscription_status: status, subscription_expires: expires, trial_used }: User) {
  const named = id === null ? FREE_PLAN : (planById(id) ?? organisationPlanById(id));
  return { plan: named?.name ?? id ?? FREE_PLAN.name, package_id: id, status, expires, trial_used };
}
