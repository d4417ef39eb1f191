import { formats } from '@lingui/core';
import { textDirection, textLocale } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';

// Lingui keeps the formatter of each locale and format: creating one for a date takes a third of a millisecond, for each row of a table
const number = (value: number, format?: Intl.NumberFormatOptions): string => formats.number(textLocale(), value, format);
const date = (iso: string, format: Intl.DateTimeFormatOptions): string => formats.date(textLocale(), new Date(iso), format);

/** A whole or decimal number in the reader's locale. */
export const formatNumber = (value: number): string => number(value);

/** A share of 1 in percent: `12.5%`. */
export const formatPercent = (share: number): string => number(share, { style: 'percent', maximumFractionDigits: 1 });

/** Joins names as a list in the reader's language: `a, b, c`. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(textLocale(), { type: 'unit', style: 'short' }).format(items);

/** Whole tokens with at most two decimals, as in wallets: `345`, `31.5`. */
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

/** `Dec 3, 2026` from an ISO time: the day in the reader's time zone, in the locale of the interface. */
export const formatDate = (iso: string): string => date(iso, { day: 'numeric', month: 'short', year: 'numeric' });

/** `14:02` from an ISO time, in the reader's time zone. */
export const formatTime = (iso: string): string => date(iso, { hour: '2-digit', minute: '2-digit', hour12: false });

/** A time of day that is no moment: `03:30`. */
export const formatTimeOfDay = (hour: number, minute: number): string =>
  date(new Date(Date.UTC(2000, 0, 2, hour, minute)).toISOString(), { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: 'UTC' });

/** A day of the week by its number, from Sunday as 0. */
export const formatWeekday = (day: number): string =>
  // the second of January 2000 was a Sunday
  date(new Date(Date.UTC(2000, 0, 2 + day)).toISOString(), { weekday: 'long', timeZone: 'UTC' });

/** `14:02:31` from an ISO time, for logs. */
export const formatClock = (iso: string): string => date(iso, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

/** `today 14:02`, or `Dec 3, 2026` for another day. */
export function formatWhen(iso: string, now: Date = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? t('today {time}', { time: formatTime(iso) }) : formatDate(iso);
}

/** When something is due: as `formatWhen`, of another day with the time unless that is its end: `Dec 3, 2026, 09:00`. */
function formatDue(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const isEndOfDay = at.getHours() === 23 && at.getMinutes() === 59;
  if (isEndOfDay || at.toDateString() === now.toDateString()) return formatWhen(iso, now);
  return date(iso, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });
}

/** When something is due, with the reader's zone where its author's clock shows another time: `Dec 4, 2026, 08:59 (GMT+1)`. */
export function formatDueFor(iso: string, authorZone: string | null, now: Date = new Date()): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const when = formatDue(iso, now);
  if (authorZone === null || offsetOf(iso, authorZone) === offsetOf(iso, own)) return when;
  return t('{when} ({zone})', { when, zone: offsetOf(iso, own) });
}

/** A zone's distance from UTC at a time: `GMT+1`. */
const offsetOf = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')!.value;

/** `14:02:31` of today; of another day, also of another year, with that day: `Nov 26, 14:02`. */
export function formatStamp(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return formatClock(iso);
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return date(iso, { day: 'numeric', month: 'short', ...year, hour: '2-digit', minute: '2-digit', hour12: false });
}

/** Like `formatStamp`, to the second of every day, for logs: `Nov 26, 14:02:31`. */
export function formatLogTime(iso: string, now: Date = new Date()): string {
  const isToday = new Date(iso).toDateString() === now.toDateString();
  return isToday ? formatClock(iso) : `${date(iso, { day: 'numeric', month: 'short' })}, ${formatClock(iso)}`;
}

/** Seconds as `45 s`, `4 min`, `1 h 20 min`, rounded to the nearest minute from one minute on. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t('{n} s', { n: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('{n} min', { n: minutes });
  const rest = minutes % 60;
  return rest === 0 ? t('{h} h', { h: Math.floor(minutes / 60) }) : t('{h} h {m} min', { h: Math.floor(minutes / 60), m: rest });
}

/** Like `formatDuration`, to the second below an hour and with a decimal below ten seconds: `0.4 s`, `1 min 34 s`. */
export function formatSpan(seconds: number): string {
  if (seconds < 10) return t('{n} s', { n: formatNumber(Math.round(seconds * 10) / 10) });
  const whole = Math.round(seconds);
  if (whole < 60 || whole >= 3_600 || whole % 60 === 0) return formatDuration(whole);
  return t('{m} min {s} s', { m: Math.floor(whole / 60), s: whole % 60 });
}

/** Converts Arabic and Persian digits to ASCII digits; everything else stays. */
export const toAsciiDigits = (typed: string): string =>
  typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (figure) => String(figure.charCodeAt(0) & 15));
