import type * as z from 'zod';
import { hintOf } from './answer-schema.ts';
import { letters } from './near-values.ts';
import { oneText } from './option-keys.ts';
import { readLooseJson } from './read-loose-json.ts';

/** How models write a document otherwise than its schema: its list alone, a map for a list, its fields under other names, a text in parts. */

export type Holder = Readonly<Record<string, unknown>>;
export type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** What stands beside an answer, and is no field of it under another name. */
const ASIDE = /^(?:thoughts?|thinking|reasoning|notes?|comments?|confidence)$/;

/**
 * Returns the fields that a model has called otherwise, in another language or by another word: where an object has as many keys as its schema and
 * those that are known stand at their places, the others are the fields of theirs, if their values are of the kind that is meant there.
 */
export function renamedFields(value: Holder, shape: Shape, raw: ReadonlyMap<string, unknown>): [key: string, name: string][] {
  const [fields, names] = [Object.keys(shape), Object.keys(value)];
  if (fields.length !== names.length) return [];
  const others = fields.flatMap((key, at): [string, string][] => (letters(names[at]) === letters(key) ? [] : [[key, names[at]!]]));
  const isTold = others.every(
    ([key, name]) => raw.get(key) === undefined && !ASIDE.test(letters(name)) && kindOf(value[name]) === meantKind(shape[key]!),
  );
  return isTold ? others : [];
}

/** Sections are a text in parts, whose headlines tell them from a list. */
const kindOf = (value: unknown): string =>
  !Array.isArray(value) ? typeof value : value.length > 0 && value.every((part) => partIn(part)?.startsWith('#')) ? 'string' : 'array';
function meantKind(schema: z.core.$ZodType): string {
  const { type } = (schema as z.core.$ZodTypes)._zod.def;
  return type === 'enum' ? 'string' : type;
}

/** Returns the name of the list that a document consists of; null when it has more that must be said. */
export function onlyList(shape: Shape): string | null {
  const needed = Object.entries(shape).filter(([, schema]) => !('absent' in hintOf(schema)));
  const [name, schema] = needed[0] ?? [];
  return needed.length === 1 && (schema as z.core.$ZodTypes)._zod.def.type === 'array' ? name! : null;
}

/** Returns the entries of a map; a field that all of them lack is the map's key. */
export function keyedEntries(map: Readonly<Record<string, Holder>>, shape: Shape): Holder[] {
  const has = (entry: Holder, name: string) => Object.keys(entry).some((own) => letters(own) === letters(name));
  const lacking = Object.entries(shape).filter(
    ([name, schema]) => !('absent' in hintOf(schema)) && !Object.values(map).some((entry) => has(entry, name)),
  );
  return Object.entries(map).map(([key, entry]) => (lacking.length === 1 ? { ...entry, [lacking[0]![0]]: key } : entry));
}

/**
 * Returns the entries of a map that names one text of each entry and says the other: `{"t1": "Bonjour"}` for a list of `{id, text}`. Null where an
 * entry has more that must be said.
 */
export function entriesOfPairs(map: Holder, shape: Shape): Holder[] | null {
  const needed = Object.entries(shape).filter(([, schema]) => !('absent' in hintOf(schema)));
  const [[name] = [''], [said] = ['']] = needed;
  const values = Object.entries(map);
  const isPairs = needed.length === 2 && values.length > 0 && values.every(([, value]) => value !== null && typeof value !== 'object');
  return isPairs ? values.map(([key, value]) => ({ [name]: key, [said]: value })) : null;
}

/** Returns the list or object that a text is, in JSON; any other value as it is. */
export function documentIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const read = readLooseJson(value);
  return read.ok && !read.isOpen && !read.hasInner && value.slice(read.end).trim() === '' ? read.value : value;
}

/** Returns the text that a value means. @param name of its field */
export function textIn(value: unknown, name: string): unknown {
  if (typeof value === 'string') return unwrapped(value, name);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.length > 0) {
    const parts = value.map((part) => partIn(part));
    return parts.every((part) => part !== null) ? parts.join('\n\n') : value;
  }
  return partIn(value) ?? value;
}

/** How models call the headline of a part, and what stands under it. */
const HEADINGS = new Set(['heading', 'header', 'headline', 'title', 'subtitle', 'name', 'section']);
const BODIES = new Set(['body', 'text', 'content', 'paragraph', 'paragraphs', 'markdown']);

/** Returns a part of a text in Markdown: its only text, or a headline with what stands under it; null where it has more, or something else. */
function partIn(part: unknown): string | null {
  const one = oneText(part)?.text;
  if (one !== undefined) return one;
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return null;
  const entries = Object.entries(part);
  const heading = entries.find(([name]) => HEADINGS.has(letters(name)))?.[1] as unknown;
  const body = entries.find(([name]) => BODIES.has(letters(name)))?.[1] as unknown;
  if (entries.length !== 2 || typeof heading !== 'string' || body === undefined || /\n/.test(heading.trim())) return null;
  const said =
    typeof body === 'string' ? body : Array.isArray(body) && body.every((line) => typeof line === 'string') ? body.join('\n\n') : null;
  if (said === null) return null;
  return /^\s*#/.test(heading) ? `${heading.trim()}\n\n${said}` : `## ${heading.trim()}\n\n${said}`;
}

/** A text that is the document again, with this text as its only field. */
function unwrapped(text: string, name: string): string {
  if (!/^\s*\{\s*"/.test(text) || name === '') return text;
  try {
    const entries = Object.entries(JSON.parse(text) as object);
    const [key, inner] = entries[0] ?? [];
    return entries.length === 1 && typeof inner === 'string' && letters(key) === letters(name) ? inner : text;
  } catch {
    return text;
  }
}

/** Splits a list that was written as text, with or without bullets. */
export function linesOf(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.trim().replace(/^(?:[-*+•]|\d{1,2}[.)])\s+/, ''));
  const filled = lines.filter(Boolean);
  return filled.length > 0 ? filled : undefined;
}
