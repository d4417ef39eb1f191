import * as z from 'zod/mini';

/** The time zone of accounts whose devices have not reported one. */
export const UNKNOWN_TIME_ZONE = 'UTC';

/** An IANA time zone name, e.g. `Europe/Berlin`, in which days begin at midnight. */
export const timeZoneName = z.string().check(
  z.maxLength(60),
  z.refine((name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return !/^[+-]/.test(name);
    } catch {
      return false;
    }
  }, 'Must be a time zone such as Europe/Madrid.'),
  z.meta({ examples: ['Europe/Madrid'] }),
);
