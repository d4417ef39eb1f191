import { existsSync, readFileSync } from 'node:fs';
import { isObject } from '../wire/wire.ts';
import type { Tag } from '../compose/read-tags.ts';

interface Aspects {
  readonly aspects: readonly {
    readonly id: string;
    readonly facets: readonly { title: string; points: readonly string[]; myth: string }[];
  }[];
}

/** Files of the language books, by code. */
const BOOKS: Readonly<Record<string, string>> = {
  es: 'spanish',
  fr: 'french',
  de: 'german',
  it: 'italian',
  pt: 'portuguese',
  ru: 'russian',
  zh: 'chinese',
  ja: 'japanese',
  ko: 'korean',
  ar: 'arabic',
  hi: 'hindi',
};
const read = (name: string): Aspects => JSON.parse(readFileSync(new URL(`../language/${name}.json`, import.meta.url), 'utf8')) as Aspects;

const phrases = new Map<string, ReadonlyMap<string, string>>();

/** The phrases of the English book, mapped to those at the same place in a language's book. */
function phrasesOf(code: string): ReadonlyMap<string, string> {
  const known = phrases.get(code);
  if (known) return known;
  const found = new Map<string, string>();
  const file = BOOKS[code];
  if (file && existsSync(new URL(`../language/${file}.json`, import.meta.url))) {
    const [english, other] = [read('english'), read(file)];
    for (const { id, facets } of english.aspects) {
      const theirs = other.aspects.find((one) => one.id === id)?.facets ?? [];
      if (theirs.length !== facets.length) continue;
      facets.forEach((facet, place) => {
        const twin = theirs[place]!;
        found.set(facet.title, twin.title);
        found.set(facet.myth, twin.myth);
        if (twin.points.length === facet.points.length) facet.points.forEach((point, at) => found.set(point, twin.points[at]!));
      });
    }
  }
  phrases.set(code, found);
  return found;
}

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
const targetOf = (tags: Partial<Record<Tag, unknown>>): string => (isObject(tags.wanted) ? String(tags.wanted['language']) : '');

/** Translates a text: by the books, else the text after the mark `‹de›`, so that it is not mistaken for a translation. */
function translated(text: string, code: string, names: readonly Record<string, unknown>[]): string {
  let rest = text;
  for (const { source, target } of names) rest = rest.replaceAll(String(source), String(target));
  const whole = phrasesOf(code).get(rest);
  if (whole !== undefined) return whole;
  for (const [english, other] of phrasesOf(code)) if (rest.includes(english)) rest = rest.replaceAll(english, other);
  return `‹${code}› ${rest}`;
}

/** Composes the translation of each text by its id. */
export function composeTranslation(tags: Partial<Record<Tag, unknown>>): object {
  const names = isObject(tags.wanted) ? listOf(tags.wanted['names']) : [];
  return {
    translations: listOf(tags.texts).map(({ id, text }) => ({ id: String(id), text: translated(String(text), targetOf(tags), names) })),
  };
}

const LIKE_A_NAME = /(?<=\p{Ll},? )\p{Lu}\p{L}{3,}/gu;
const MOST_NAMES = 6;

/** Capitalised words within a sentence: they stay unchanged in every language. */
export function composeNames(tags: Partial<Record<Tag, unknown>>): object {
  const text = Array.isArray(tags.texts) ? tags.texts.map(String).join('\n') : '';
  const found = [...new Set(text.match(LIKE_A_NAME) ?? [])].slice(0, MOST_NAMES);
  return { names: found.map((source) => ({ source, target: source })) };
}

/** A translation with the mark or from the books counts as faithful; one that has lost its text does not. */
export function composeFidelity(tags: Partial<Record<Tag, unknown>>): object {
  const poor = listOf(tags.pairs).filter(({ original, translation }) => String(translation).length * 4 < String(original).length);
  return {
    is_faithful: poor.length === 0,
    problems: poor.slice(0, 3).map(({ original }) => `Much is missing of: ${String(original).slice(0, 80)}`),
  };
}
