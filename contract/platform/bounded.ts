import * as z from 'zod/mini';

/** An id that a client names. Whether there is such a thing is for the command to say; ours are all shorter. */
export const identifier = z.string().check(z.maxLength(200));

/** A time in UTC. */
export const moment = z.iso.datetime().check(z.maxLength(40));
/** A time with its offset from UTC. */
export const zonedMoment = z.iso.datetime({ offset: true }).check(z.maxLength(40));

/** An object of this many keys at most. */
export const recordOf = <Value extends z.ZodMiniType>(value: Value, most: number) =>
  z
    .record(identifier, value)
    .check(
      z.refine((record) => Object.keys(record).length <= most, { error: `Has more than ${most} entries.`, params: { maximum: most } }),
    );
