import * as z from 'zod';
import { hintOf } from './answer-schema.ts';
import { letters } from './near-values.ts';
import { oneText } from './option-keys.ts';
import { readLooseJson } from './read-loose-json.ts';

/**
 * Reads documents that models write in another shape than their schema: a bare list, a map for a list, fields under other names, a text in
 * parts.
 */

export type Holder = Readonly<Record<string, unknown>>;
export type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Keys that accompany an answer and are never one of its fields under another name. */
const ASIDE = /^(?:thoughts?|thinking|reasoning|notes?|comments?|confidence)$/;

/**
 * Returns the fields that a model named differently, in another language or with another word. Between two known keys as many keys as fields
 * must be left, with values of the expected types; fields that a document may do without may all be left out there.
 */
export function renamedFields(value: Holder, shape: Shape, raw: ReadonlyMap<string, unknown>): [key: string, name: string][] {
  const others: [key: string, name: string][] = [];
  const fields = runsBetween(Object.keys(shape), Object.keys(value));
  const names = runsBetween(Object.keys(value), Object.keys(shape));
  if (String(fields.known) !== String(names.known)) return [];
  for (const [at, left] of fields.runs.entries()) {
    const said = names.runs[at]!;
    if (said.length === 0 && left.every((key) => 'absent' in hintOf(shape[key]!))) continue;
    if (said.length !== left.length) return [];
    others.push(...left.map((key, place): [string, string] => [key, said[place]!]));
  }
  const isTold = others.every(
    ([key, name]) => raw.get(key) === undefined && !ASIDE.test(letters(name)) && kindOf(value[name]) === meantKind(shape[key]!),
  );
  return isTold ? others : [];
}

/** Divides names at those that are also in a second list: the common ones in their order, and what stands before, between and after them. */
function runsBetween(names: readonly string[], others: readonly string[]): { known: string[]; runs: string[][] } {
  const common = new Set(others.map(letters));
  const known: string[] = [];
  const runs: string[][] = [[]];
  for (const name of names) {
    if (!common.has(letters(name))) runs.at(-1)!.push(name);
    else {
      known.push(letters(name));
      runs.push([]);
    }
  }
  return { known, runs };
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the fields whose names have a word too many or too few: `lesson_content` for `content`, `takeaways` for `key_takeaways`; or
 * that its hint knows (`alsoNamed`). Only when a name fits a single field and its value has the expected type, or is of the hint.
 */
export function fieldsByWords(value: Holder, shape: Shape, raw: ReadonlyMap<string, unknown>): [key: string, name: string][] {
  const missing = Object.keys(shape).filter((key) => raw.get(key) === undefined);
  const known = new Set(Object.keys(shape).map(letters));
  const free = Object.keys(value).filter((name) => !known.has(letters(name)) && !ASIDE.test(letters(name)));
  const holds = (all: readonly string[], some: readonly string[]) => some.length > 0 && some.every((word) => all.includes(word));
  const isLike = (key: string, name: string) => holds(wordsOf(name), wordsOf(key)) || holds(wordsOf(key), wordsOf(name));
  return missing.flatMap((key): [string, string][] => {
    const also = free.filter((name) => hintOf(shape[key]!).alsoNamed?.(letters(name)));
    if (also.length === 1) return [[key, also[0]!]];
    const names = free.filter((name) => isLike(key, name));
    const [name] = names;
    const isTold = name !== undefined && names.length === 1 && Object.keys(shape).filter((other) => isLike(other, name)).length === 1;
    return isTold && kindOf(value[name]) === meantKind(shape[key]!) ? [[key, name]] : [];
  });
}

/** Section keys are parts of a text; their headings tell them from a list. */
const kindOf = (value: unknown): string =>
  !Array.isArray(value) ? typeof value : value.length > 0 && value.every((part) => partIn(part)?.startsWith('#')) ? 'string' : 'array';
function meantKind(schema: z.core.$ZodType): string {
  const { type } = (schema as z.core.$ZodTypes)._zod.def;
  return type === 'enum' ? 'string' : type;
}

/** Returns the name of the list that a document consists of; null when it has other required fields. */
export function onlyList(shape: Shape): string | null {
  const needed = Object.entries(shape).filter(([, schema]) => !('absent' in hintOf(schema)));
  const [name, schema] = needed[0] ?? [];
  return needed.length === 1 && (schema as z.core.$ZodTypes)._zod.def.type === 'array' ? name! : null;
}

/** Returns the entries of a map; its keys fill the one field that all entries lack. */
export function keyedEntries(map: Readonly<Record<string, Holder>>, shape: Shape): Holder[] {
  const has = (entry: Holder, name: string) => Object.keys(entry).some((own) => letters(own) === letters(name));
  const lacking = Object.entries(shape).filter(
    ([name, schema]) => !('absent' in hintOf(schema)) && !Object.values(map).some((entry) => has(entry, name)),
  );
  return Object.entries(map).map(([key, entry]) => (lacking.length === 1 ? { ...entry, [lacking[0]![0]]: key } : entry));
}

/**
 * Returns the entries of a map from one text of each entry to the other: `{"t1": "Bonjour"}` for a list of `{id, text}`. Null when an entry
 * has more required fields.
 */
export function entriesOfPairs(map: Holder, shape: Shape): Holder[] | null {
  const needed = Object.entries(shape).filter(([, schema]) => !('absent' in hintOf(schema)));
  const [[name] = [''], [said] = ['']] = needed;
  const values = Object.entries(map);
  const isPairs = needed.length === 2 && values.length > 0 && values.every(([, value]) => value !== null && typeof value !== 'object');
  return isPairs ? values.map(([key, value]) => ({ [name]: key, [said]: value })) : null;
}

/**
 * Returns objects for a list in which only their names were written: `["One plant", "Many teas"]` for a list of lessons. Only when the name
 * is the only required field, and a text.
 */
export function titledEntries(entries: readonly unknown[], shape: Shape): Holder[] | null {
  const needed = Object.entries(shape).filter(([, schema]) => !('absent' in hintOf(schema)));
  const [name, schema] = needed[0] ?? [];
  const isNamed = needed.length === 1 && (schema as z.core.$ZodTypes)._zod.def.type === 'string';
  const isNames =
    entries.length > 0 && entries.every((entry) => typeof entry === 'string' && entry.trim() !== '' && !/^\s*[[{]/.test(entry));
  return isNamed && isNames ? entries.map((entry) => ({ [name!]: entry })) : null;
}

/** What models call the parts of a text that they split into fields. */
const PARTS = new Set(
  `introduction intro opening main mainbody mainpart maincontent mainsection body development core explanation theory example examples workedexample
  application practice conclusion closing outro wrapup`.split(/\s+/),
);

/**
 * Returns the text whose parts were written as separate fields: `{"introduction": "…", "main": "…"}` for `content`; null unless it is the
 * only missing field.
 */
export function partsOfText(value: Holder, shape: Shape, raw: ReadonlyMap<string, unknown>): { key: string; text: string } | null {
  const missing = Object.entries(shape).filter(([key, schema]) => raw.get(key) === undefined && !('absent' in hintOf(schema)));
  const [key, schema] = missing[0] ?? [];
  if (missing.length !== 1 || (schema as z.core.$ZodTypes)._zod.def.type !== 'string') return null;
  const known = new Set(Object.keys(shape).map(letters));
  const read = new Set(raw.values());
  const others = Object.entries(value).filter(([name, part]) => !known.has(letters(name)) && !read.has(part));
  const text = joinedParts(Object.fromEntries(others));
  return text === null ? null : { key: key!, text };
}

/** Joins an object that consists only of the parts of a text; null for anything else, or a single part. */
function joinedParts(value: Holder): string | null {
  const entries = Object.entries(value);
  const parts = entries.map(([name, part]) => (PARTS.has(letters(name)) ? textIn(part, name) : null));
  return entries.length > 1 && parts.every((part) => typeof part === 'string') ? joined(parts as string[]) : null;
}

/**
 * Returns an object of texts and numbers as one text, each value after its name: `problem: …; place: …`. Anything else, and a single text,
 * is returned as it is.
 */
export function recordIn(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry) || oneText(entry)) return entry;
  const parts = Object.entries(entry).filter(([, part]) => part !== null && part !== '');
  if (parts.length === 0 || !parts.every(([, part]) => ['string', 'number', 'boolean'].includes(typeof part))) return entry;
  return parts.map(([name, part]) => `${name.replaceAll('_', ' ')}: ${String(part)}`).join('; ');
}

/** Returns the list or object that a text holds as JSON; any other value is returned as it is. */
export function documentIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const read = readLooseJson(value);
  return read.ok && !read.isOpen && !read.hasInner && value.slice(read.end).trim() === '' ? read.value : value;
}

/** Returns the text that a value stands for. @param name of its field */
export function textIn(value: unknown, name: string): unknown {
  if (typeof value === 'string') return unwrapped(value, name);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.length > 0) {
    const parts = value.map((part) => partIn(part));
    return parts.every((part) => part !== null) ? joined(parts as string[]) : value;
  }
  return (
    partIn(value) ?? (typeof value === 'object' && value !== null && !Array.isArray(value) ? joinedParts(value as Holder) : null) ?? value
  );
}

/** A line that continues one like it: a table row, a list item, an indented line. */
const LINE_OF_MORE = /^(?:\s*\||\s*(?:[-*+]|\d{1,3}[.)])\s|[ \t]+\S)/;
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;

/** Joins the parts of a text: as lines when one of them is empty, otherwise as paragraphs, without splitting tables, lists and code. */
function joined(parts: readonly string[]): string {
  if (parts.some((part) => part.trim() === '')) return parts.join('\n');
  const opens = (part: string) => part.split('\n').filter((line) => FENCE.test(line)).length % 2 === 1;
  // a fence that is closed within its own part does not stay open
  let isCode = opens(parts[0]!);
  return parts.slice(1).reduce((text, part, at) => {
    const isWithin = isCode || (LINE_OF_MORE.test(part) && LINE_OF_MORE.test(parts[at]!.split('\n').at(-1)!));
    if (opens(part)) isCode = !isCode;
    return `${text}${isWithin ? '\n' : '\n\n'}${part}`;
  }, parts[0]!);
}

/** What models call a part's heading, and the text below it. */
const HEADINGS = new Set(['heading', 'header', 'headline', 'title', 'subtitle', 'name', 'section']);
const BODIES = new Set([
  'body',
  'text',
  'content',
  'paragraph',
  'paragraphs',
  'markdown',
  'description',
  'explanation',
  'detail',
  'details',
]);

/** Returns a part of a text as Markdown: its only text, or a heading with its body; null for anything else. */
function partIn(part: unknown): string | null {
  const one = oneText(part)?.text;
  if (one !== undefined) return one;
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return null;
  const entries = Object.entries(part);
  const heading = entries.find(([name]) => HEADINGS.has(letters(name)))?.[1] as unknown;
  const body = entries.find(([name]) => BODIES.has(letters(name)))?.[1] as unknown;
  if (entries.length !== 2 || typeof heading !== 'string' || body === undefined || /\n/.test(heading.trim())) return null;
  const said =
    typeof body === 'string'
      ? body
      : Array.isArray(body) && body.every((line) => typeof line === 'string')
        ? joined(body as string[])
        : null;
  if (said === null) return null;
  return /^\s*#/.test(heading) ? `${heading.trim()}\n\n${said}` : `## ${heading.trim()}\n\n${said}`;
}

/**
 * Returns a list point that was written as a heading and a description, such as `{"title": "Brood", "description": "…"}`; null for anything
 * else.
 */
export function pointIn(entry: unknown): string | null {
  const part = oneText(entry) === null ? partIn(entry) : null;
  const [, title, said] = /^#+\s*([^\n]+)\n\n([^\n]+)$/.exec(part ?? '') ?? [];
  if (title === undefined || said === undefined) return null;
  return /[.:?!。：？！؟।]$/.test(title) ? `${title} ${said}` : `${title}: ${said}`;
}

/** Unwraps a text that holds the document again, with this text as its only field. */
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

/** Splits a list that was written as one text, with or without bullets. */
export function linesOf(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.trim().replace(/^(?:[-*+•]|\d{1,2}[.)])\s+/, ''));
  const filled = lines.filter(Boolean);
  return filled.length > 0 ? filled : undefined;
}

/** Drops the entries that do not fit, and those beyond the list's bound; when none fits, drops nothing. */
export function fittingEntries(list: z.core.$ZodType, element: z.core.$ZodType, entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  const fitting = entries.filter((entry) => z.safeParse(element, entry).success);
  const bound = z.toJSONSchema(list, { unrepresentable: 'any' }).maxItems ?? fitting.length;
  return fitting.length === 0 ? entries : fitting.slice(0, bound);
}

/** Returns the only entry of a list, or the text of an object, where a single value is expected. */
export const lone = (value: unknown): unknown => {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof one === 'object' && !Array.isArray(one) ? (oneText(one)?.text ?? one) : one;
};
