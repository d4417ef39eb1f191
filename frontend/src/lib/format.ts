import { textDirection, textLocale } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';

/** A whole or decimal number in the reader's notation. */
export const formatNumber = (value: number): string => new Intl.NumberFormat(textLocale()).format(value);

/** Names one after another, as a list is written in the reader's language: `a, b, c`. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(textLocale(), { type: 'unit', style: 'short' }).format(items);

/** Whole tokens with at most two decimals, as wallets count them: `345`, `31.5`. */
export const formatTokenCount = (tokens: number): string =>
  new Intl.NumberFormat(textLocale(), { maximumFractionDigits: 2 }).format(tokens);

/** US dollars in the reader's notation. Their sign is Latin: in a language that runs from right to left the sum is an island of its own. */
export function usd(amount: number, digits: Intl.NumberFormatOptions): string {
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...digits } as const;
  const sum = new Intl.NumberFormat(textLocale(), style).format(amount);
  return textDirection() === 'rtl' ? `\u2066${sum.replaceAll('\u200f', '')}\u2069` : sum;
}

/** US dollars as a sum to pay: `$300.00`. */
export const formatDollars = (dollars: number): string => usd(dollars, {});

/** US dollars as an offer: `$30`, `$9.99`. */
export const formatPrice = (dollars: number): string => usd(dollars, { trailingZeroDisplay: 'stripIfInteger' });

/** Integer cents as a sum: `$25.00`. */
export const formatCents = (cents: number): string => formatDollars(cents / 100);

/** Tokens travel as integer hundredths: 3100 → `31.00`. */
export const formatTokens = (hundredths: number): string =>
  new Intl.NumberFormat(textLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(hundredths / 100);

/** `Dec 3, 2026` from an ISO time: the day it is for the reader, in the notation of the interface's language. */
export const formatDate = (iso: string): string =>
  new Intl.DateTimeFormat(textLocale(), { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(iso));

/** `14:02` from an ISO time, in the reader's zone. */
export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(textLocale(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(new Date(iso));

/** `14:02:31` from an ISO time, for logs. */
export const formatClock = (iso: string): string =>
  new Intl.DateTimeFormat(textLocale(), { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false }).format(new Date(iso));

/** `today 14:02`, or `Dec 3, 2026` for another day. */
export function formatWhen(iso: string, now: Date = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? t('today {time}', { time: formatTime(iso) }) : formatDate(iso);
}

/** Seconds as `45 s`, `4 min`, `1 h 20 min`. Half a minute more than whole minutes is rounded to the nearest. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t('{n} s', { n: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('{n} min', { n: minutes });
  const rest = minutes % 60;
  return rest === 0 ? t('{h} h', { h: Math.floor(minutes / 60) }) : t('{h} h {m} min', { h: Math.floor(minutes / 60), m: rest });
}

/** The other way round: figures of Arabic and Persian as those a computer reads; everything else stays. */
export const plainFigures = (typed: string): string =>
  typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (figure) => String(figure.charCodeAt(0) & 15));
