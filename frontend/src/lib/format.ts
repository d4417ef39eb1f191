import { formats } from '@lingui/core';
import { textDirection, textLocale } from '#frontend/lib/language.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { isolated, t } from '#frontend/lib/text.ts';

// Lingui caches the formatter of each locale and format: creating one for a date takes a third of a millisecond, and a table needs one
// per row
const number = (value: number, format?: Intl.NumberFormatOptions): string => formats.number(textLocale(), value, format);
const date = (iso: string, format: Intl.DateTimeFormatOptions): string => formats.date(textLocale(), new Date(iso), format);

/** A number, whole or decimal, in the reader's locale. */
export const formatNumber = (value: number): string => number(value);

/** A number with all its decimals, such as an answer. */
export const formatExact = (value: number): string => number(value, { maximumFractionDigits: 10 });

/** A fraction as a percentage: 0.125 is `12.5%`. */
export const formatPercent = (share: number): string => number(share, { style: 'percent', maximumFractionDigits: 1 });

/** Joins names as a list in the reader's language: `a, b, c`. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(textLocale(), { type: 'unit', style: 'short' }).format(items.map(isolated));

/** Joins the parts of a sentence in the reader's language: `a, b, and c`. */
export const formatSentenceList = (items: readonly string[]): string =>
  new Intl.ListFormat(textLocale(), { type: 'conjunction' }).format(items.map(isolated));

/** Tokens with at most two decimals, as in wallets: `345`, `31.5`. */
export const formatTokenCount = (tokens: number): string => number(tokens, { maximumFractionDigits: 2 });

/** US dollars in the reader's locale. The currency sign is Latin, so right-to-left text isolates the amount (bidi). */
export function usd(amount: number, digits: Intl.NumberFormatOptions): string {
  const sum = number(amount, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...digits });
  return textDirection() === 'rtl' ? `\u2066${sum.replaceAll('\u200f', '')}\u2069` : sum;
}

/** US dollars as an amount due: `$300.00`. */
export const formatDollars = (dollars: number): string => usd(dollars, {});

/** US dollars as an advertised price: `$30`, `$9.99`. */
export const formatPrice = (dollars: number): string => usd(dollars, { trailingZeroDisplay: 'stripIfInteger' });

/** Integer cents as an amount: `$25.00`. */
export const formatCents = (cents: number): string => formatDollars(cents / 100);

/** Tokens from integer hundredths, the unit of the API: 3100 → `31`, 3150 → `31.50`. */
export const formatTokens = (hundredths: number): string =>
  number(hundredths / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' });

/**
 * Each use of a date has one form, and all forms are in this module:
 * - `formatDate`, `formatWhen`, `formatDueFor`: what people read about themselves, their courses and their money;
 * - `formatStamp` in lists of operators and audits, `formatLogTime` for the lines of a log;
 * - `formatEventTime`: when something takes place, by the local clock there;
 * - `formatMonth`, `formatWeekdayOf`, `formatCalendarDay`: months and days of a calendar, without a time;
 * - `formatTime`, `formatClock`, `formatAxisTime`: beside a day that is already shown.
 */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

/** `Dec 3, 2026` from an ISO time: the day in the reader's time zone, in the interface's locale. */
export const formatDate = (iso: string): string => date(iso, DAY);

/** `14:02` from an ISO time, in the reader's time zone. */
export const formatTime = (iso: string): string => date(iso, TIME);

/** A time of day without a date: `03:30`. */
export const formatTimeOfDay = (hour: number, minute: number): string =>
  date(new Date(Date.UTC(2000, 0, 2, hour, minute)).toISOString(), { ...TIME, timeZone: 'UTC' });

/** The weekday with this number; Sunday is 0. */
export const formatWeekday = (day: number): string =>
  // 2 January 2000 was a Sunday
  date(new Date(Date.UTC(2000, 0, 2 + day)).toISOString(), { weekday: 'long', timeZone: 'UTC' });

/** The weekday of a calendar day `2026-11-16`: `M`, `Mon`, `Monday`, or in full `Monday, November 16`. */
export const formatWeekdayOf = (day: string, form: 'narrow' | 'short' | 'long' | 'full'): string =>
  date(`${day}T12:00:00Z`, {
    ...(form === 'full' ? { weekday: 'long', month: 'long', day: 'numeric' } : { weekday: form }),
    timeZone: 'UTC',
  });

/** A month `2026-11`: `November`, `Nov`, in full `November 2026`, or only its year. */
export const formatMonth = (month: string, form: 'long' | 'short' | 'full' | 'year' = 'long'): string =>
  date(`${month}-01T12:00:00Z`, {
    ...(form !== 'year' && { month: form === 'short' ? 'short' : 'long' }),
    ...((form === 'full' || form === 'year') && { year: 'numeric' }),
    timeZone: 'UTC',
  });

/** A calendar day `2026-11-16` as `Nov 16`, or its month as `Nov`; with the year unless it is the current one. */
export const formatCalendarDay = (day: string, part: 'day' | 'month' = 'day', now: Date = new Date()): string =>
  date(`${day}T12:00:00Z`, {
    month: 'short',
    ...(part === 'day' && { day: 'numeric' }),
    ...(!day.startsWith(String(now.getFullYear())) && { year: 'numeric' }),
    timeZone: 'UTC',
  });

/** The calendar day of a moment in a time zone: `2026-11-16`. */
export const calendarDayIn = (timeZone: string, at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);

/** `Dec 3, 2026, 18:30` by the local clock where something takes place. */
export const formatEventTime = (iso: string, timeZone: string): string => date(iso, { ...DAY, ...TIME, timeZone });

/** A moment with all its parts in digits, as the browser writes it: `12/3/2026, 2:02:31 PM`. */
export const formatMoment = (iso: string): string =>
  date(iso, { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });

/**
 * A label on the time axis of a chart: `Thu 3`, `Dec 3`, in full `Thu, Dec 3, 14:00`.
 * @param form `weekday` where a day begins, `day` for a bar that counts a UTC day, `weekday-day` the same in words, `full` for a time on
 * another day than today
 */
export function formatAxisTime(iso: string, form: 'weekday' | 'day' | 'weekday-day' | 'full'): string {
  const day = { day: 'numeric', month: 'short' } as const;
  if (form === 'weekday') return `${date(iso, { weekday: 'short' })} ${date(iso, { day: 'numeric' })}`;
  if (form === 'day') return date(iso, { ...day, timeZone: 'UTC' });
  return form === 'full' ? date(iso, { weekday: 'short', ...day, ...TIME }) : date(iso, { weekday: 'short', ...day, timeZone: 'UTC' });
}

/** `14:02:31` from an ISO time, for logs. */
export const formatClock = (iso: string): string => date(iso, { ...TIME, second: '2-digit' });

/** `today 14:02`, or `Dec 3, 2026` for another day. */
export function formatWhen(iso: string, now: Date = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? t('today {time}', { time: formatTime(iso) }) : formatDate(iso);
}

/** When something is due: like `formatWhen`, and on another day with the time unless it is the end of the day: `Dec 3, 2026, 09:00`. */
function formatDue(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const isEndOfDay = at.getHours() === 23 && at.getMinutes() === 59;
  if (isEndOfDay || at.toDateString() === now.toDateString()) return formatWhen(iso, now);
  return date(iso, { ...DAY, ...TIME });
}

/** When something is due, with the reader's zone if the author's clock shows another time: `Dec 4, 2026, 08:59 (GMT+1)`. */
export function formatDueFor(iso: string, authorZone: string | null, now: Date = new Date()): string {
  const own = ownTimeZone();
  const when = formatDue(iso, now);
  if (authorZone === null || offsetOf(iso, authorZone) === offsetOf(iso, own)) return when;
  return t('{when} ({zone})', { when, zone: offsetOf(iso, own) });
}

/** A zone's offset from UTC at a given time: `GMT+1`. */
const offsetOf = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')!.value;

/** `14:02:31` today; on any other day, also in another year, with the day: `Nov 26, 14:02`. */
export function formatStamp(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return formatClock(iso);
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return date(iso, { day: 'numeric', month: 'short', ...year, ...TIME });
}

/** Like `formatStamp`, but with day and seconds for every time, for logs: `Nov 26, 14:02:31`. */
export function formatLogTime(iso: string, now: Date = new Date()): string {
  const isToday = new Date(iso).toDateString() === now.toDateString();
  return isToday ? formatClock(iso) : `${date(iso, { day: 'numeric', month: 'short' })}, ${formatClock(iso)}`;
}

/** Seconds as `45 s`, `4 min`, `1 h 20 min`; from one minute up, rounded to the nearest minute. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t('{n} s', { n: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('{n} min', { n: minutes });
  const rest = minutes % 60;
  return rest === 0 ? t('{h} h', { h: Math.floor(minutes / 60) }) : t('{h} h {m} min', { h: Math.floor(minutes / 60), m: rest });
}

/** Like `formatDuration`, but to the second below an hour and with a decimal below ten seconds: `0.4 s`, `1 min 34 s`. */
export function formatSpan(seconds: number): string {
  if (seconds < 10) return t('{n} s', { n: formatNumber(Math.round(seconds * 10) / 10) });
  const whole = Math.round(seconds);
  if (whole < 60 || whole >= 3_600 || whole % 60 === 0) return formatDuration(whole);
  return t('{m} min {s} s', { m: Math.floor(whole / 60), s: whole % 60 });
}

/** Converts Arabic and Persian digits to ASCII digits; leaves everything else unchanged. */
export const toAsciiDigits = (typed: string): string =>
  typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (figure) => String(figure.charCodeAt(0) & 15));
