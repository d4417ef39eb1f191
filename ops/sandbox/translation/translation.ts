import { isObject } from '../wire/wire.ts';
import type { Tag } from '../answers/read-tags.ts';

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
const targetOf = (tags: Partial<Record<Tag, unknown>>): string => (isObject(tags.wanted) ? String(tags.wanted['language']) : '');

/** The text after the mark `‹de›`, with the given names, so that it is not mistaken for a translation. */
function translated(text: string, code: string, names: readonly Record<string, unknown>[]): string {
  return `‹${code}› ${names.reduce((rest, { source, target }) => rest.replaceAll(String(source), String(target)), text)}`;
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

/** A translation with the mark counts as faithful; one that has lost its text does not. */
export function composeFidelity(tags: Partial<Record<Tag, unknown>>): object {
  const poor = listOf(tags.pairs).filter(({ original, translation }) => String(translation).length * 4 < String(original).length);
  return {
    is_faithful: poor.length === 0,
    problems: poor.slice(0, 3).map(({ original }) => `Much is missing of: ${String(original).slice(0, 80)}`),
  };
}
