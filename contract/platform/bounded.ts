import * as z from 'zod/mini';

/** An id from a client. The command checks whether it exists; our own ids are all shorter. */
export const identifier = z.string().check(z.maxLength(200));

/** Matches times whose year has four digits, in UTC and in their own offset. */
const KNOWN_YEARS = /^(?!0000|[+-])/;

/** Converts a time to UTC; a time already in exactly this form keeps all its digits. */
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

/** An object with at most this many keys. */
export const recordOf = <Value extends z.ZodMiniType>(value: Value, most: number) =>
  z
    .record(identifier, value)
    .check(
      z.refine((record) => Object.keys(record).length <= most, { error: `Has more than ${most} entries.`, params: { maximum: most } }),
    );
