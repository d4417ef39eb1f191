import type { User } from '#contract/identity/identity.contract.ts';
import { notFound } from '#domain/platform/errors.ts';
import { Account } from './account.model.ts';

/**
 * The user record as the wire knows it.
 * @throws ProductError not_found
 */
export async function findUser(accountId: string): Promise<User> {
  const account = (await Account.query()
    .findById(accountId)
    .select(
      'account.*',
      Account.knex().raw(
        'array(select course_id from saved_course where account_id = account.id order by saved_at desc, course_id desc) as courses_saved',
      ),
    )) as (Account & { courses_saved: string[] }) | undefined;
  if (!account) throw notFound('account');
  return {
    user_id: account.id,
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    subscription_status: account.subscription_status,
    subscription_plan: account.subscription_plan,
    subscription_expires: account.subscription_expires?.toISOString() ?? null,
    trial_used: account.trial_used,
    courses_saved: account.courses_saved,
    roles: account.roles,
  };
}
