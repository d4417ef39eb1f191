import * as z from 'zod/mini';

/** An id from a client. The command checks whether it exists; our own ids are all shorter. */
export const identifier = z.string().check(z.maxLength(200));

/**
 * The years of dates and times that people enter. What is computed from them (another term, a year later, the day before, another time zone)
 * keeps four digits, which calendar files and PostgreSQL's text form need.
 */
export const ENTERED_YEARS = { first: 1900, last: 2999 } as const;
/** Matches days and times of these years. */
const KNOWN_YEARS = /^(?:19|2\d)\d\d-/;

/** Converts a time to UTC; a time already in exactly this form keeps all its digits. */
const inUtc = (time: string): string => (time.endsWith('Z') || Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString());

/** An incoming time with its offset from UTC (`Z`, `+01:00`); converted to UTC. */
export const moment = z.iso
  .datetime({ offset: true })
  .check(
    z.maxLength(40),
    z.overwrite(inUtc),
    z.regex(KNOWN_YEARS, 'Must be a time of the years 1900 to 2999.'),
    z.meta({ format: 'date-time', examples: ['2026-11-29T23:59:00+01:00'] }),
  );

/** An incoming day, `2026-11-29`. */
export const day = z.iso
  .date()
  .check(z.regex(KNOWN_YEARS, 'Must be a day of the years 1900 to 2999.'), z.meta({ format: 'date', examples: ['2026-11-29'] }));

/** An object with at most this many keys. */
export const recordOf = <Value extends z.ZodMiniType>(value: Value, most: number) =>
  z
    .record(identifier, value)
    .check(
      z.refine((record) => Object.keys(record).length <= most, { error: `Has more than ${most} entries.`, params: { maximum: most } }),
    );
