/**
 * What a text becomes in another language. Where a number decides its form, there is one for each category that `Intl.PluralRules` has
 * for the language; `by` names the placeholder that counts, `n` when it does not say.
 */
type Entry = string | ({ readonly other: string; readonly by?: string } & { readonly [category in Intl.LDMLPluralRule]?: string });
export type Dictionary = Readonly<Record<string, Entry>>;

type Values = Readonly<Record<string, string | number>>;

let entries: ReadonlyMap<string, Entry> = new Map();
let plurals = new Intl.PluralRules('en');
let isIsolating = false;

/**
 * Texts are shown by this dictionary from now on.
 * @param language BCP 47, whose plural rules choose among forms
 * @param direction in `rtl` what is put into a sentence keeps its own direction: a title in Latin letters does not turn the words round it
 */
export function speak(language: string, direction: 'ltr' | 'rtl', dictionary: Dictionary): void {
  entries = new Map(Object.entries(dictionary));
  plurals = new Intl.PluralRules(language);
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

/**
 * Words the server has written: translated where the dictionary has them, whole or with their first figure as `{n}`; else as they came,
 * in their own direction.
 */
export function told(words: string): string {
  if (entries.has(words)) return t(words);
  const figure = /\d+(?:[.,]\d+)*/.exec(words)?.[0];
  const pattern = figure === undefined ? words : words.replace(figure, '{n}');
  if (figure === undefined || !entries.has(pattern)) return isolate(words);
  return t(pattern, { n: /^\d+$/.test(figure) ? Number(figure) : figure });
}
