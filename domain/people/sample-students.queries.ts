import { raw, sql, type Sql } from '#domain/platform/sql.ts';

/** Domain of the addresses of sample students, who buy the sample courses and can never sign in or receive mail (RFC 2606). */
export const SAMPLE_STUDENTS_DOMAIN = 'sample.invalid';

/** Condition: an account stands for nobody. @param account the table's name */
export const isSampleStudent = (account: Sql): Sql => sql`${account}.email like ${raw(`'%@${SAMPLE_STUDENTS_DOMAIN}'`)}`;
