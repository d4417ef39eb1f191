import * as z from 'zod/mini';

/** Earliest accepted year of birth. */
export const OLDEST_BIRTH_YEAR = 1900;

export const birthYear = z.int().check(
  z.gte(OLDEST_BIRTH_YEAR),
  z.lte(9999),
  z.refine((year) => year <= new Date().getUTCFullYear(), 'A year of birth cannot be in the future.'),
);
