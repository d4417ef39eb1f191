import * as z from 'zod/mini';

/** The largest value of an `integer` column. Beyond it, or with decimals, the store would answer with an error of its own. */
export const INT4_MOST = 2_147_483_647;
/** The largest whole number that JSON keeps exact; a `bigint` column holds more. */
export const INT8_MOST = Number.MAX_SAFE_INTEGER;

/** A whole number in a body. */
export const whole = (least: number, most = INT4_MOST) => z.int().check(z.gte(least), z.lte(most));

/** A whole number in an address, where it is a text. */
export const wholeText = (least: number, most = INT4_MOST) => z.coerce.number().check(z.int(), z.gte(least), z.lte(most));

/** A number that may have decimals, in an address. */
export const decimalText = (least: number, most: number) => z.coerce.number().check(z.gte(least), z.lte(most));
