import { textLocale } from '#frontend/lib/language.ts';

/** `Mon` or `Monday, November 16` of `2026-11-16`. */
export const dayName = (day: string, length: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(textLocale(), {
    timeZone: 'UTC',
    ...(length === 'short' ? { weekday: 'short' } : { weekday: 'long', month: 'long', day: 'numeric' }),
  }).format(new Date(`${day}T00:00:00Z`));
