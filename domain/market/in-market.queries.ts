import { mayByAge } from '#domain/identity/age/age-eligibility.queries.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL condition: strangers read what an account writes in the market. Asked whenever it is read, because an age may be given, or corrected, after
 * the text was written, and a parent may agree or withdraw; what was bought stays with its buyer.
 */
export const isReadByOthers = (accountId: Sql): Sql => mayByAge('chat_with_strangers', accountId);

/** SQL condition: a course of the studio is in the market. @param course alias of its row */
export const isInMarket = (course: Sql): Sql => sql`(${course}.status = 'published' and ${isReadByOthers(sql`${course}.account_id`)})`;
