import { shieldSentence } from '../shield.ts';
import type { Item } from '../translate-list.ts';
import type { CatalogueText, Entry } from './interface-catalogue.ts';

/** Numbers that are tried until each form of a language has one. */
const LARGEST_SAMPLE = 1_000_000;
const SAMPLES = [...Array.from({ length: 130 }, (_, number) => number), 1_000, LARGEST_SAMPLE];

/** A number that takes each form a language has: `{ one: 1, few: 2, many: 5, other: 100 }`. */
export function samplesOf(language: string): Readonly<Record<string, number>> {
  const plurals = new Intl.PluralRules(language);
  const samples: Record<string, number> = {};
  // the forms of small numbers are looked for from 2 on, because 0 and 1 are often said otherwise than what stands for them
  for (const number of [...SAMPLES.slice(2), 1, 0]) samples[plurals.select(number)] ??= number;
  // a fraction takes a form that no whole number has (Czech, Lithuanian): it is told by 1.5
  samples['other'] ??= 1.5;
  return samples;
}

/** What is sent of a sentence: itself, or one sentence a form with a real number in it. */
export function itemsOf({ source, by }: CatalogueText, id: string, language: string): Item[] {
  if (by === null) return [{ id, ...shieldSentence(source) }];
  return Object.entries(samplesOf(language)).map(([form, sample]) => ({
    id: `${id}.${form}`,
    ...shieldSentence(source.replaceAll(`{${by}}`, String(sample))),
  }));
}

/** What comes back of a sentence; null: nothing of use, it stays English. */
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

/** The placeholder where the number stands, in whatever digits; a form that names it in words has none. Null: it stands there twice. */
function withNumber(text: string | undefined, sample: number, by: string): string | null {
  if (text === undefined) return null;
  const digits = String(sample).replace('.', '[.,٫]');
  const parts = text.split(new RegExp(String.raw`(?<![\d.,])${digits}(?![\d]|[.,]\d)`));
  if (parts.length > 2) return null;
  return parts.join(`{${by}}`);
}
