import { shieldSentence } from '../shield.ts';
import type { Item } from '../translate-list.ts';
import type { CatalogueText, Entry } from './interface-catalogue.ts';

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
  samples['other'] ??= 1.5;
  return samples;
}

/** Returns what is sent for a sentence: itself, or one sentence per plural form with a sample number in it. */
export function itemsOf({ source, by }: CatalogueText, id: string, language: string): Item[] {
  if (by === null) return [{ id, ...shieldSentence(source) }];
  return Object.entries(samplesOf(language)).map(([form, sample]) => ({
    id: `${id}.${form}`,
    ...shieldSentence(source.replaceAll(`{${by}}`, String(sample))),
  }));
}

/** Builds the translation of a sentence; null: unusable, it stays English. */
export function entryOf({ by }: CatalogueText, id: string, language: string, texts: ReadonlyMap<string, string>): Entry | null {
  if (by === null) return texts.get(id) ?? null;
  const forms: Record<string, string> = {};
  for (const [form, sample] of Object.entries(samplesOf(language))) {
    const text = withNumber(texts.get(`${id}.${form}`), sample, by);
    if (text !== null) forms[form] = text;
  }
  const { other } = forms;
  if (other === undefined || !other.includes(`{${by}}`)) return null;
  return { ...forms, other, ...(by !== 'n' && { by }) };
}

/** Puts the placeholder back where the number is, in any digits; a form that writes it as a word has none. Null: the number occurs twice. */
function withNumber(text: string | undefined, sample: number, by: string): string | null {
  if (text === undefined) return null;
  const digits = String(sample).replace('.', '[.,٫]');
  const parts = text.split(new RegExp(String.raw`(?<![\d.,])${digits}(?![\d]|[.,]\d)`));
  if (parts.length > 2) return null;
  return parts.join(`{${by}}`);
}
