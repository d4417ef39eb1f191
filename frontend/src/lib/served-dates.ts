/** Dates of the pages that are served as documents: they have no interface language, and their scripts do without the formatters of the app. */

/** The words of a day in English, by the clock of UTC: `November 3, 2026`. */
export const englishDay = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));

/** The words of an English day in another language, with the digits of the interface. @param language undefined: as it is */
export const dayIn = (day: string, language: string | undefined): string =>
  language === undefined ? day : new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'long' }).format(new Date(day));

/** Writes days as a locale does: `Dec 3, 2026`. */
export function daysOf(locale: string): (at: string) => string {
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  return (at) => day.format(new Date(at));
}

/** `14:02`, as the browser's own language writes it. */
export const timeHere = (iso: string): string =>
  new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });
