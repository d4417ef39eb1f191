import type { Sentence } from '#contract/platform/sentence.contract.ts';

/**
 * A translation of a text. Where a number decides its form, it has one form for each category that `Intl.PluralRules` defines for the language;
 * `by` names the placeholder that counts, by default `n`.
 */
type Entry = string | ({ readonly other: string; readonly by?: string } & { readonly [category in Intl.LDMLPluralRule]?: string });
export type Dictionary = Readonly<Record<string, Entry>>;

type Values = Readonly<Record<string, string | number>>;

let entries: ReadonlyMap<string, Entry> = new Map();
let language = 'en';
// created on first use: the browser's first NumberFormat takes some 15 ms of a computer's time, and four times as much of a phone's
let plurals: Intl.PluralRules | null = null;
let notation: Intl.NumberFormat | null = null;
let isIsolating = false;

/**
 * Sets the dictionary of all texts.
 * @param code BCP 47 tag, whose plural rules select the form and whose notation figures have
 * @param direction in `rtl` inserted values keep their own direction, so a Latin title does not reorder the words around it
 */
export function speak(code: string, direction: 'ltr' | 'rtl', dictionary: Dictionary): void {
  entries = new Map(Object.entries(dictionary));
  language = code;
  plurals = null;
  notation = null;
  isIsolating = direction === 'rtl';
}

/** Only numbers select a plural form: a preformatted figure uses the general one. */
function formOf(entry: Exclude<Entry, string>, values: Values): string {
  const count = values[entry.by ?? 'n'];
  return (typeof count === 'number' && entry[pluralOf(count)]) || entry.other;
}

const pluralOf = (count: number): Intl.LDMLPluralRule => (plurals ??= new Intl.PluralRules(language)).select(count);
const inFigures = (value: number): string => (notation ??= new Intl.NumberFormat(language)).format(value);

const isolate = (value: string | number): string => (isIsolating && typeof value === 'string' ? `\u2068${value}\u2069` : String(value));

/**
 * Returns a text of the interface. The English sentence is the key and the fallback of an untranslated language. `{name}` in the text is
 * replaced by `values.name`; a placeholder without a value stays visible. Other languages have as many forms of a text as they need for its
 * number.
 */
export function t(english: string, values: Values = {}): string {
  const entry = entries.get(english) ?? english;
  const text = typeof entry === 'string' ? entry : formOf(entry, values);
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => (name in values ? isolate(values[name]!) : placeholder));
}

/** Whether a text exists in the current language; English has every text. */
export const isKnown = (english: string): boolean => entries.size === 0 || entries.has(english);

/**
 * Translates a sentence of the server: by its pattern and values when it sends them, else the whole text is the pattern. A text without
 * translation stays unchanged, in its own direction.
 */
export function translateServerText(text: string, words?: Sentence): string {
  const key = words?.key ?? text;
  return entries.has(key) ? t(key, words && inNotation(words.values)) : isolate(text);
}

/** Whole numbers select the plural form and are formatted by it; other figures are formatted in the reader's locale. */
const inNotation = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && (!Number.isInteger(value) || value >= 1_000) ? inFigures(value) : value,
    ]),
  );
