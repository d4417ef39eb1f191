/** `$25.00` from cents. */
export const money = (cents: number): string => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);

/** `330` or `12.50` from hundredths of a token. */
export const tokens = (hundredths: number): string =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: hundredths % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 }).format(
    hundredths / 100,
  );

/** `3 December 2026` from an ISO time: the day it is in UTC, as all our periods are. */
export const day = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(iso));

/** The same with the minute, for what must be recognised: `3 December 2026, 14:02 UTC`. */
export const moment = (iso: string): string =>
  `${day(iso)}, ${new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: 'UTC' }).format(new Date(iso))} UTC`;
