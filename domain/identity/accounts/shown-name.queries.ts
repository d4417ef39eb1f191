import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL condition: this account is certainly an adult's (A17). False without a year of birth, and when the 18th birthday may still be to come
 * this year.
 */
export const isAdult = (account: Sql): Sql =>
  sql`coalesce(${account}.birth_year < date_part('year', now() at time zone 'UTC') - 18, false)`;

/**
 * SQL expression: an author's public name: an adult's full name, the first name of a known or possible minor (A17), and 'Former member'
 * without an account.
 * @param account alias of the account's row, which may be missing
 */
export const shownName = (account: Sql): Sql =>
  sql`case when ${account}.id is null or ${account}.deleted_at is not null then 'Former member'
           when ${isAdult(account)} then trim(${account}.first_name || ' ' || ${account}.last_name)
           else ${account}.first_name end`;
