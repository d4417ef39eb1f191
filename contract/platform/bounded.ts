import * as z from 'zod/mini';

/** An id that a client names. Whether there is such a thing is for the command to say; ours are all shorter. */
export const identifier = z.string().check(z.maxLength(200));

/** Times of other centuries than these have no four digits for their year, in UTC or where they were written. */
const KNOWN_YEARS = /^(?!0000|[+-])/;

/** Returns a time in UTC; a time that already is in exactly this form keeps all its digits. */
const inUtc = (time: string): string => (time.endsWith('Z') || Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString());

/** An incoming time with its offset from UTC (`Z`, `+01:00`); converted to UTC. */
export const moment = z.iso
  .datetime({ offset: true })
  .check(
    z.maxLength(40),
    z.overwrite(inUtc),
    z.regex(KNOWN_YEARS, 'Must be a time of the years 1 to 9999.'),
    z.meta({ format: 'date-time', examples: ['2026-11-29T23:59:00+01:00'] }),
  );

/** An object of this many keys at most. */
export const recordOf = <Value extends z.ZodMiniType>(value: Value, most: number) =>
  z
    .record(identifier, value)
    .check(
      z.refine((record) => Object.keys(record).length <= most, { error: `Has more than ${most} entries.`, params: { maximum: most } }),
    );
