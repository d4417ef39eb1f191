import { lookup } from '#contract/platform/lookup.ts';
import { withPlainTexts } from '#contract/courses/lesson-maths.ts';
import { PRODUCT } from '#contract/product.ts';
import { messagesIn, type Values } from '#contract/platform/message.ts';
import { directionOf } from '#contract/translation/interface-languages.ts';
import type { Texts } from '#domain/translation/interface/interface-texts.queries.ts';

/** A reader's language and formats: texts, money, tokens and dates. */
export interface Speech {
  /** BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * A sentence in the reader's language; the English sentence is its key and the fallback. `{name}` is replaced by `values.name`,
   * `{product}` by the product's name.
   */
  readonly t: (english: string, values?: Values) => string;
  /** `$25.00` from cents. */
  readonly money: (cents: number) => string;
  /** `330` or `12.50` from hundredths of a token. */
  readonly tokens: (hundredths: number) => string;
  readonly count: (number: number) => string;
  /** `3 December 2026` from an ISO time: the date in UTC, as for all our periods. */
  readonly day: (iso: string) => string;
  /**
   * Date with hours and minutes, for exact times, in the reader's own time zone: `3 December 2026, 14:02`. If that is unknown, in the time
   * zone of the mail's subject, which is named: `3 December 2026, 15:02 (Central European Time)`; otherwise `3 December 2026, 14:02 UTC`.
   */
  readonly moment: (iso: string, elsewhere?: string | null) => string;
}

/** English mails have American numbers and British dates, because 3/12 could be read as the 12th of March. */
const LOCALES: Readonly<Record<string, { readonly figures: string; readonly days: string }>> = lookup({
  en: { figures: 'en-US', days: 'en-GB' },
});

/** Tells whether this system knows a time zone; an account may have it from a newer system. */
const isKnown = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

/**
 * Builds the formats for a language.
 * @param texts of the language, by their English sentences
 * @param ownZone the reader's time zone; null when unknown
 */
export function speechIn(language: string, texts: Texts, ownZone: string | null = null): Speech {
  // digits 0-9 in every language, as on the screens
  const { figures, days } = LOCALES[language] ?? { figures: `${language}-u-nu-latn`, days: `${language}-u-nu-latn` };
  const message = messagesIn(figures, texts);
  const number = (value: number, options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(figures, options).format(value);
  const date = (iso: string, options: Intl.DateTimeFormatOptions, timeZone = 'UTC') =>
    new Intl.DateTimeFormat(days, { ...options, timeZone }).format(new Date(iso));
  const day = (iso: string, zone?: string) => date(iso, { day: 'numeric', month: 'long', year: 'numeric' }, zone);
  const clock = (iso: string, zone?: string) =>
    `${day(iso, zone)}, ${date(iso, { hour: '2-digit', minute: '2-digit', hour12: false }, zone)}`;
  const nameOf = (iso: string, zone: string) =>
    new Intl.DateTimeFormat(days, { timeZone: zone, timeZoneName: 'longGeneric' })
      .formatToParts(new Date(iso))
      .find(({ type }) => type === 'timeZoneName')!.value;
  const moment = (iso: string, elsewhere: string | null = null) => {
    if (ownZone !== null && isKnown(ownZone)) return clock(iso, ownZone);
    return elsewhere !== null && isKnown(elsewhere) ? `${clock(iso, elsewhere)} (${nameOf(iso, elsewhere)})` : `${clock(iso)} UTC`;
  };
  const t = (english: string, values: Values = {}): string => message(english, { product: PRODUCT, ...withPlainTexts(values) });
  return {
    language,
    direction: directionOf(language),
    t,
    money: (cents) => number(cents / 100, { style: 'currency', currency: 'USD' }),
    tokens: (hundredths) => number(hundredths / 100, { minimumFractionDigits: hundredths % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 }),
    count: (value) => number(value),
    day: (iso) => day(iso),
    moment,
  };
}

export const ENGLISH: Speech = speechIn('en', {});
