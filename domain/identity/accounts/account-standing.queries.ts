import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * A condition on an `account`: neither suspended, deleted nor about to be. What somebody reaches by an address alone, without a session that
 * would have ended, is served only as long as its owner meets it.
 */
export const inGoodStanding = (account: Sql): Sql =>
  sql`(${account}.suspended_at is null and ${account}.deleted_at is null and ${account}.deletion_due_at is null)`;
