/** Dates on pages that are served as documents: these have no interface language, and their scripts do without the app's formatters. */

/** A UTC day in English: `November 3, 2026`. */
export const englishDay = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));

/** An English day in another language, with the digits of the interface. @param language undefined to leave the day as it is */
export const dayIn = (day: string, language: string | undefined): string =>
  language === undefined ? day : new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'long' }).format(new Date(day));

/** Formats days in a locale: `Dec 3, 2026`. */
export function daysOf(locale: string): (at: string) => string {
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  return (at) => day.format(new Date(at));
}

/** `14:02`, in the browser's own locale. */
export const timeHere = (iso: string): string =>
  new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });
