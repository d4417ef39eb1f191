import { ENTERED_YEARS } from '#contract/platform/bounded.ts';
import { sql, type Sql } from '#domain/platform/sql.ts';

/**
 * SQL condition: a computed day or time is one that somebody could have entered. What is stored is always checked by this or by the schemas
 * of `bounded.ts`, so that repeated arithmetic does not leave the years of calendars either.
 */
export const isInEnteredYears = (at: Sql): Sql =>
  sql`extract(year from ${at}) between ${ENTERED_YEARS.first}::int and ${ENTERED_YEARS.last}::int`;
