import { messagesIn } from '#contract/platform/message.ts';
import { countedBy, isTranslationOf } from '#contract/translation/message-check.ts';
import { shieldSentence } from '../shield.ts';
import type { Item } from '../translate-list.ts';

/** Numbers up to this are tried until each plural form has a sample. */
const LARGEST_SAMPLE = 1_000_000;
const SAMPLES = [...Array.from({ length: 130 }, (_, number) => number), 1_000, LARGEST_SAMPLE];

/** Returns a sample number for each plural form of a language: `{ one: 1, few: 2, many: 5, other: 100 }`. */
export function samplesOf(language: string): Readonly<Record<string, number>> {
  const plurals = new Intl.PluralRules(language);
  const samples: Record<string, number> = {};
  // start at 2: sentences for 0 and 1 are often worded without the number
  for (const number of [...SAMPLES.slice(2), 1, 0]) samples[plurals.select(number)] ??= number;
  // some languages (Czech, Lithuanian) have a form for fractions only: its sample is 1.5
  for (const category of plurals.resolvedOptions().pluralCategories) samples[category] ??= 1.5;
  return samples;
}

const english = messagesIn('en', {});

/** The English sentence about this many things; its other arguments stay placeholders. */
function sentenceAbout(source: string, by: string, sample: number): string {
  const others = [...source.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!);
  return english(source, { ...Object.fromEntries(others.map((name) => [name, `{${name}}`])), [by]: sample });
}

/** Returns what is sent for a message: itself, or one sentence per plural form with a sample number in it. */
export function itemsOf(source: string, id: string, language: string): Item[] {
  const by = countedBy(source);
  if (by === null) return [{ id, ...shieldSentence(source) }];
  return Object.entries(samplesOf(language)).map(([form, sample]) => ({
    id: `${id}.${form}`,
    ...shieldSentence(sentenceAbout(source, by, sample)),
  }));
}

/** An apostrophe before a sign of the syntax would quote it: `l'{name}`. */
const escaped = (text: string): string => text.replaceAll(/'(?=[{}'#]|$)/g, "''");

/** Builds the translation of a message from those of its items; null: unusable, it stays English. */
export function messageOf(source: string, id: string, language: string, texts: ReadonlyMap<string, string>): string | null {
  const by = countedBy(source);
  const message = by === null ? escaped(texts.get(id) ?? '') : pluralOf(source, by, id, language, texts);
  return message && isTranslationOf(source, message, language) ? message : null;
}

function pluralOf(source: string, by: string, id: string, language: string, texts: ReadonlyMap<string, string>): string | null {
  const forms: string[] = [];
  for (const [form, sample] of Object.entries(samplesOf(language))) {
    const text = withNumber(texts.get(`${id}.${form}`), sample);
    // a form that writes its number as a word may leave the figure out, but not the general one
    if (text === null || (form === 'other' && source.includes('#') && !text.includes('#'))) return null;
    forms.push(`${form} {${text}}`);
  }
  return `{${by}, plural, ${forms.join(' ')}}`;
}

/** Puts `#` where the number is, in any notation. Null: the number occurs twice, or there is no text. */
function withNumber(text: string | undefined, sample: number): string | null {
  if (!text) return null;
  const figure = sample.toLocaleString('en').replaceAll(/[.,]/g, (sign) => (sign === '.' ? '[.,٫]' : String.raw`[.,'’٬\s]?`));
  const parts = escaped(text).split(new RegExp(String.raw`(?<![\d.,])${figure}(?![\d]|[.,]\d)`));
  return parts.length > 2 ? null : parts.join('#');
}
