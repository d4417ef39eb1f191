import { PLATFORM_DOMAIN } from '#contract/lti/platform-address.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL expression: the name of the learning platform that an account was created for, to show in place of its placeholder address; null for
 * all other accounts, and when the platform was removed.
 * @param email expression of the account's address
 */
export const platformNameOf = (email: Sql): Sql => sql`(case when ${email} like ${`%${PLATFORM_DOMAIN}`} then (
  select platform.name from account named join lti_user person on person.account_id = named.id join lti_platform platform on platform.id = person.platform_id
   where named.email = ${email} limit 1) end)`;
