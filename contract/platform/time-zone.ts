import * as z from 'zod/mini';

/** An IANA time zone name, e.g. `Europe/Berlin`: days begin at midnight there. */
export const timeZoneName = z.string().check(
  z.maxLength(60),
  z.refine((name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return !/^[+-]/.test(name);
    } catch {
      return false;
    }
  }, 'must be a time zone'),
  z.meta({ examples: ['Europe/Madrid'] }),
);
