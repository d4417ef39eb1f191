import { sql, type Sql } from '#domain/platform/sql.ts';

/** The part of a statement that counts the cost of a call as wasted: a check has rejected its answer. */
export const discardCall = (callId: string): Sql => sql`update vendor_call set discarded = true where id = ${callId}`;
