import type { Messages } from '@lingui/core';
import { withPlainTexts } from '#contract/courses/lesson-maths.ts';
import { inNotation, messagesIn, type Values } from '#contract/platform/message.ts';
import { LIBRARY_NAME } from '#contract/product.ts';
import type { Sentence } from '#contract/platform/sentence.contract.ts';

/** The texts of a language by their English sentences: ICU messages, compiled by the build or as source. */
export type Dictionary = Readonly<Messages>;

let entries: Dictionary = {};
let locale = 'en';
let format = messagesIn(locale, entries);
const inEnglish = messagesIn('en', {});
let isRtl = false;

/**
 * Sets the dictionary of all texts.
 * @param code BCP 47 tag, whose plural rules select the form and whose notation figures have
 * @param direction in `rtl`, all inserted texts are isolated
 */
export function speak(code: string, direction: 'ltr' | 'rtl', dictionary: Dictionary): void {
  entries = dictionary;
  locale = code;
  format = messagesIn(code, dictionary);
  isRtl = direction === 'rtl';
}

/** Hebrew, Arabic and the other scripts that run from right to left. */
const RTL_LETTERS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Lets a text that is put into others keep its own direction, so that a title does not reorder the words and marks around it. `t` does this
 * with its values; what is joined to a text without `t` is put in a `<bdi>`.
 */
export const isolated = (text: string): string => (isRtl || RTL_LETTERS.test(text) ? `\u2068${text}\u2069` : text);

const isolatedValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]));

/**
 * Returns a text of the interface. The English sentence, an ICU message, is both the key and the fallback for missing translations:
 * `{name}` is replaced by `values.name`, and a number selects the form of `{n, plural, one {# lesson} other {# lessons}}`. Text of a course
 * is passed under one of the names in `PLAIN_TEXTS`.
 */
export const t = (english: string, values: Values = {}): string => format(english, isolatedValues(withPlainTexts(values)));

const has = (english: string): boolean => Object.hasOwn(entries, english);

/** Whether a text exists in the current language; English has every text. */
export const isKnown = (english: string): boolean => has(english) || Object.keys(entries).length === 0;

/** The demo library is named as a service is, but its name is a text. */
const withNames = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === LIBRARY_NAME ? t('Demo library') : value]));

/**
 * Translates a sentence of the server: by its pattern and values if it sends them, else with the whole text as the pattern. A text without
 * a translation stays unchanged, in its own direction.
 */
export function translateServerText(text: string, words?: Sentence): string {
  const key = words?.key ?? text;
  if (has(key)) return t(key, words && inNotation(key, withNames(words.values), locale));
  return isolated(words ? inEnglish(key, inNotation(key, withPlainTexts(words.values), 'en')) : text);
}
