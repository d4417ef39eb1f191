/**
 * Makes a table that is safe to read with keys from outside. An ordinary object also answers to `constructor` and `toString`, with
 * functions; this table has only the listed keys.
 */
export const lookup = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries);
