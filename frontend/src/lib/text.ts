import type { Sentence } from '#contract/platform/sentence.contract.ts';

/**
 * What a text becomes in another language. Where a number decides its form, there is one for each category that `Intl.PluralRules` has
 * for the language; `by` names the placeholder that counts, `n` when it does not say.
 */
type Entry = string | ({ readonly other: string; readonly by?: string } & { readonly [category in Intl.LDMLPluralRule]?: string });
export type Dictionary = Readonly<Record<string, Entry>>;

type Values = Readonly<Record<string, string | number>>;

let entries: ReadonlyMap<string, Entry> = new Map();
let plurals = new Intl.PluralRules('en');
let notation = new Intl.NumberFormat('en');
let isIsolating = false;

/**
 * Texts are shown by this dictionary from now on.
 * @param language BCP 47, whose plural rules choose among forms
 * @param direction in `rtl` what is put into a sentence keeps its own direction: a title in Latin letters does not turn the words round it
 */
export function speak(language: string, direction: 'ltr' | 'rtl', dictionary: Dictionary): void {
  entries = new Map(Object.entries(dictionary));
  plurals = new Intl.PluralRules(language);
  notation = new Intl.NumberFormat(language);
  isIsolating = direction === 'rtl';
}

/** Only numbers choose a form: a figure that comes written out already is in the general one. */
function formOf(entry: Exclude<Entry, string>, values: Values): string {
  const count = values[entry.by ?? 'n'];
  return (typeof count === 'number' && entry[plurals.select(count)]) || entry.other;
}

const isolate = (value: string | number): string => (isIsolating && typeof value === 'string' ? `\u2068${value}\u2069` : String(value));

/**
 * A text of the interface. The English sentence is the key, so a language without a translation of it falls back by itself.
 * `{name}` in the text is replaced by `values.name`; a placeholder without a value stays visible. Other languages have as many forms of a
 * text as they need for its number.
 */
export function t(english: string, values: Values = {}): string {
  const entry = entries.get(english) ?? english;
  const text = typeof entry === 'string' ? entry : formOf(entry, values);
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => (name in values ? isolate(values[name]!) : placeholder));
}

/** Whether a text is said in the language that is read; English says every one. */
export const isKnown = (english: string): boolean => entries.size === 0 || entries.has(english);

/**
 * What the server says: by its pattern and what is put in where it sends these, else the whole text is its own pattern. What has no
 * translation stays as it came, in its own direction.
 */
export function told(text: string, words?: Sentence): string {
  const key = words?.key ?? text;
  return entries.has(key) ? t(key, words && inNotation(words.values)) : isolate(text);
}

/** Whole numbers choose a form and are written by it; figures that choose none come in the reader's notation. */
const inNotation = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && (!Number.isInteger(value) || value >= 1_000) ? notation.format(value) : value,
    ]),
  );
