/**
 * Makes a table that is read by words which others send. An object's own table answers to `constructor` and `toString` too, with functions; this
 * one has only the keys that are listed.
 */
export const lookup = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries);
