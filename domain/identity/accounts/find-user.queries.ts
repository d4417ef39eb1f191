import type { User } from '#contract/identity/identity.contract.ts';
import type { OpeningPlace } from '#contract/identity/opening-place.ts';
import { planSummary, type PlanSummary } from '#domain/billing/subscriptions/current-plan.queries.ts';
import { notFound } from '#domain/platform/errors.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { Account, type Role } from './account.model.ts';

/**
 * Returns the user record in wire format.
 * @throws ProductError not_found
 */
export async function findUser(accountId: string): Promise<User> {
  const [account, plan] = await Promise.all([readAccount(accountId), planSummary(accountId)]);
  if (!account) throw notFound('account');
  return {
    user_id: account.id,
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    name: `${account.first_name} ${account.last_name}`.trim(),
    subscription_status: plan.status,
    subscription_plan: plan.plan,
    subscription_expires: plan.expires?.toISOString() ?? null,
    trial_used: plan.trialUsed,
    courses_saved: account.courses_saved,
    roles: rolesOf(account.roles, plan),
    ...(account.deletion_due_at && { deletion_due_at: account.deletion_due_at.toISOString() }),
    ...(account.opens_on && { opens_on: account.opens_on }),
  };
}

type AccountWithChoices = Account & { courses_saved: string[]; opens_on: OpeningPlace | null };

async function readAccount(accountId: string): Promise<AccountWithChoices | undefined> {
  const knex = Account.knex();
  return (await Account.query()
    .findById(accountId)
    .select(
      'account.*',
      expression(knex, sql`(select opens_on from user_settings where account_id = account.id) as opens_on`),
      expression(
        knex,
        sql`array(select course_id from saved_course where account_id = account.id order by saved_at desc, course_id desc) as courses_saved`,
      ),
    )) as AccountWithChoices | undefined;
}

/** A09: a user with a live Creator Pro plan is a creator as long as it lasts. */
function rolesOf(roles: readonly Role[], { status, plan }: PlanSummary): Role[] {
  const isCreator = status === 'active' && plan?.startsWith('creator_pro') === true && !roles.includes('creator');
  return isCreator ? [...roles, 'creator'] : [...roles];
}
