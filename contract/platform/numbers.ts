import * as z from 'zod/mini';

/** The largest value of an `integer` column. A larger or fractional number would cause a database error. */
export const INT4_MOST = 2_147_483_647;
/** The largest whole number that JSON represents exactly; a `bigint` column holds more. */
export const INT8_MOST = Number.MAX_SAFE_INTEGER;

/** A whole number in a body. */
export const whole = (least: number, most = INT4_MOST) => z.int().check(z.gte(least), z.lte(most));

/** A whole number in a URL, where it is a text. */
export const wholeText = (least: number, most = INT4_MOST) => z.coerce.number().check(z.int(), z.gte(least), z.lte(most));

/** A number in a URL that can have decimals. */
export const decimalText = (least: number, most: number) => z.coerce.number().check(z.gte(least), z.lte(most));
