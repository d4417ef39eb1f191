import * as z from 'zod';
import { endsAsSentence } from '#domain/platform/prose/sentence-end.ts';
import { hintOf } from './answer-schema.ts';
import {
  documentIn,
  entriesOfPairs,
  keyedEntries,
  linesOf,
  lone,
  fieldsByWords,
  fittingEntries,
  onlyList,
  partsOfText,
  pointIn,
  recordIn,
  renamedFields,
  textIn,
  titledEntries,
  type Holder,
  type Shape,
} from './document-shapes.ts';
import { booleanIn, letters, numberIn, valuesMeantBy } from './near-values.ts';
import { byPlace, isPlace, keysIn, keyStyle, labelledTexts, oneText, placesOf, placesOfTruth, type KeyStyle } from './option-keys.ts';

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An ambiguous or unfit part of an answer. `text` names fields, never their contents. */
interface Doubt {
  readonly path: string;
  readonly text: string;
}

export type FittedAnswer<T> =
  | { ok: true; value: T; isMended: boolean }
  /** `isDoubtful`: the value has two meanings, so no other part of the answer may be taken for it. */
  | { ok: false; issues: z.core.$ZodIssue[]; isDoubtful: boolean };

/**
 * Reads a value as the schema means it. A value that nearly fits and has only one possible meaning is converted, by the schema alone: a
 * number in words, a lone value for a list, a text in an object, a synonym, keys with another spelling, a missing value that has a meaning
 * (`FieldHint`). Anything that would need guessing stays as it is, and is rejected.
 */
export function fitAnswer<T>(value: unknown, schema: z.core.$ZodType<T>): FittedAnswer<T> {
  const doubts: Doubt[] = [];
  const meant = new Fit(doubts).asRoot(schema, value);
  const checked = z.safeParse(schema, meant);
  if (doubts.length > 0) {
    const issues = doubts.map(({ path, text }) => ({
      code: 'custom' as const,
      path: path.split('.').filter(Boolean),
      message: text,
      input: undefined,
    }));
    return { ok: false, issues, isDoubtful: true };
  }
  if (!checked.success) return { ok: false, issues: checked.error.issues, isDoubtful: false };
  return { ok: true, value: checked.data, isMended: !isSame(value, meant) };
}

/**
 * Tells whether an answer that lacks its last brace, and perhaps the bracket of its last list, is otherwise whole: it has every field, and
 * its last value cannot have been cut. A list or an object is closed, a word is in its list, a text ends like a sentence. A number may lack
 * digits; a text may end at a quote within it. Only for answers that their vendor calls finished.
 */
export function lacksOnlyItsEnd(
  { value, isListOpen }: { readonly value: unknown; readonly isListOpen: boolean },
  schema: z.core.$ZodType,
): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object' || !isHolder(value)) return false;
  const names = Object.keys(value);
  const fields = Object.entries(def.shape);
  if (!fields.every(([key]) => names.some((name) => letters(name) === letters(key)))) return false;
  const [, last] = fields.find(([key]) => letters(key) === letters(names.at(-1))) ?? [];
  const end = Object.values(value).at(-1);
  const said = isListOpen && Array.isArray(end) ? (end.at(-1) as unknown) : end;
  if (typeof said !== 'string') return typeof said === 'object' || typeof said === 'boolean';
  const isWord = last !== undefined && (last as z.core.$ZodTypes)._zod.def.type === 'enum';
  return isWord || (said === '' && !isListOpen) || endsAsSentence(said);
}

/** Compares the parsed answer with the schema; fields that the schema does not name are ignored. */
function isSame(value: unknown, meant: unknown): boolean {
  if (Array.isArray(meant))
    return Array.isArray(value) && value.length === meant.length && meant.every((one, at) => isSame(value[at], one));
  if (!isHolder(meant)) return value === meant;
  return isHolder(value) && Object.keys(meant).every((key) => Object.hasOwn(value, key) && isSame(value[key], meant[key]));
}

/** The position of a value: its path, its field's name, and how the document marks right options. */
interface Place {
  readonly path: string;
  readonly name: string;
  readonly style?: KeyStyle | undefined;
}

const inside = (place: Place, name: string | number): Place => ({
  ...place,
  path: `${place.path}.${name}`,
  name: typeof name === 'string' ? name : place.name,
});

/** Tells whether an object was left empty: `{}` for one that a document may do without. */
const isNothing = (schema: z.core.$ZodType, part: unknown): boolean =>
  (schema as z.core.$ZodTypes)._zod.def.type === 'object' && isHolder(part) && Object.keys(part).length === 0;

class Fit {
  readonly #doubts: Doubt[];

  constructor(doubts: Doubt[]) {
    this.#doubts = doubts;
  }

  asRoot(schema: z.core.$ZodType, value: unknown): unknown {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    const list = def.type === 'object' && Array.isArray(value) && value.length > 0 ? onlyList(def.shape) : null;
    return this.#near(schema, list === null ? value : { [list]: value }, { path: '', name: '' });
  }

  #near(schema: z.core.$ZodType, written: unknown, place: Place): unknown {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    const value = ['object', 'array', 'tuple'].includes(def.type) ? documentIn(written) : written;
    switch (def.type) {
      case 'object':
        return this.#object(def.shape, Array.isArray(value) && value.length === 1 ? value[0] : value, place);
      case 'array': {
        const { isEachAlone, isForAuthors } = hintOf(schema);
        const entries = this.#list(def.element, isForAuthors && Array.isArray(value) ? value.map(recordIn) : value, place);
        return isEachAlone ? fittingEntries(schema, def.element, entries) : entries;
      }
      case 'tuple':
        return Array.isArray(value)
          ? value.map((entry, at) => (def.items[at] ? this.#near(def.items[at], entry, inside(place, at)) : entry))
          : value;
      case 'string':
        return textIn(value, place.name);
      case 'number':
        return numberIn(lone(value), place.name, isWhole(schema)) ?? value;
      case 'boolean':
        return typeof lone(value) === 'boolean' ? lone(value) : (booleanIn(lone(value)) ?? value);
      case 'enum':
        return oneOf(Object.values(def.entries), lone(value)) ?? value;
      case 'nullable':
        return value === null ? null : this.#near(def.innerType, value, place);
      case 'optional':
      case 'default':
      case 'prefault':
      case 'readonly':
        return value === undefined ? undefined : this.#near(def.innerType, value, place);
      case 'pipe':
        return this.#near(def.in, value, place);
      default:
        return value;
    }
  }

  #object(shape: Shape, value: unknown, place: Place): unknown {
    if (!isHolder(value)) return value;
    const raw = new Map(Object.keys(shape).map((key) => [key, this.#field(value, key, place)]));
    const isUnknown = () => [...raw.values()].every((part) => part === undefined);
    for (const [key, name] of fieldsByWords(value, shape, raw)) raw.set(key, value[name]);
    // any object can be the whole document
    if (isUnknown() && place.path === '') return value;
    for (const [key, name] of renamedFields(value, shape, raw)) raw.set(key, value[name]);
    const parts = partsOfText(value, shape, raw);
    if (parts !== null) raw.set(parts.key, parts.text);
    if (isUnknown()) return value;
    const fitted: Record<string, unknown> = {};
    for (const [key, schema] of Object.entries(shape)) {
      const hint = hintOf(schema);
      const said = raw.get(key);
      const part = hint.alongside === undefined ? said : byPlace(documentIn(said), optionsIn(raw.get(hint.alongside)));
      if (hint.placesOf !== undefined) continue;
      const isAbsent = part === undefined || (part === null && !z.safeParse(schema, null).success) || isNothing(schema, part);
      if (isAbsent && 'absent' in hint) fitted[key] = structuredClone(hint.absent);
      else if (part === undefined && z.safeParse(schema, null).success) fitted[key] = null;
      else if (part !== undefined) fitted[key] = this.#near(schema, part, inside(place, key));
      // '15-20 min', 'n/a': an optional number is missing when its words hold no number
      if ('absent' in hint && isNumber(schema) && typeof fitted[key] !== 'number') fitted[key] = hint.absent;
    }
    for (const [key, schema] of Object.entries(shape)) {
      const { placesOf } = hintOf(schema);
      if (placesOf !== undefined) fitted[key] = this.#places(raw.get(key), raw.get(placesOf), inside(place, key));
    }
    for (const [key, schema] of Object.entries(shape)) {
      const { among } = hintOf(schema);
      const { def } = (schema as z.core.$ZodTypes)._zod;
      if (!among || def.type !== 'enum') continue;
      const all = valuesMeantBy(fitted[key], Object.values(def.entries));
      const left = all.length > 1 ? among(all, fitted) : all;
      if (left.length === 1) fitted[key] = left[0];
    }
    // in the schema's order
    return Object.fromEntries(Object.keys(shape).flatMap((key) => (fitted[key] === undefined ? [] : [[key, fitted[key]]])));
  }

  /** Returns a field, also under a differently spelled name; undefined when it is missing. */
  #field(holder: Holder, key: string, place: Place): unknown {
    if (Object.hasOwn(holder, key)) return holder[key];
    const alike = Object.keys(holder).filter((name) => letters(name) === letters(key));
    if (alike.length > 1) this.#doubt(inside(place, key), 'is there more than once');
    return alike.length === 1 ? holder[alike[0]!] : undefined;
  }

  #list(element: z.core.$ZodType, value: unknown, place: Place): unknown {
    if (value === null || value === undefined) return value;
    if (isEmptyForm(value)) return [];
    const { def } = (element as z.core.$ZodTypes)._zod;
    const entries = this.#entries(element, value);
    if (!Array.isArray(entries)) return entries;
    const isNullable = z.safeParse(element, null).success;
    const read = def.type === 'object' ? entries.map(documentIn) : entries;
    const filled = isNullable ? read : read.filter((entry) => entry !== null);
    const style = def.type === 'object' ? (this.#styleOf(def.shape, filled, place) ?? place.style) : place.style;
    const meant = def.type === 'string' ? filled.map((entry) => pointIn(entry) ?? entry) : filled;
    return meant.map((entry, at) => this.#near(element, entry, { ...inside(place, at), style }));
  }

  /** Returns the entries of a list that may have been written as a text, as a single entry, or as a map. */
  #entries(element: z.core.$ZodType, value: unknown): unknown {
    const { def } = (element as z.core.$ZodTypes)._zod;
    const held = isHolder(value) ? Object.values(value) : [];
    switch (def.type) {
      case 'string': {
        if (typeof value === 'string') return linesOf(value) ?? value;
        const texts = labelledTexts(value)?.texts ?? (oneText(value) ? [oneText(value)!.text] : null);
        if (texts) return texts;
        break;
      }
      case 'number':
        if (typeof value === 'string') return value.split(/[,;]\s*/);
        return Array.isArray(value) ? value : [value];
      case 'object': {
        const named = Array.isArray(value) ? titledEntries(value, def.shape) : null;
        if (named) return named;
        if (!isHolder(value)) break;
        const names = Object.keys(def.shape).map(letters);
        if (Object.keys(value).some((name) => names.includes(letters(name)))) return [value];
        if (held.length > 0 && held.every(isHolder)) return keyedEntries(value as Readonly<Record<string, Holder>>, def.shape);
        return entriesOfPairs(value, def.shape) ?? (held.length === 1 && Array.isArray(held[0]) ? held[0] : value);
      }
      default:
    }
    // {"items": […]}
    return held.length === 1 && Array.isArray(held[0]) ? held[0] : value;
  }

  /** Finds out how all entries of a list mark their right options. */
  #styleOf(shape: Shape, entries: readonly unknown[], place: Place): KeyStyle | undefined {
    const [key, schema] = Object.entries(shape).find(([, one]) => hintOf(one).placesOf !== undefined) ?? [];
    if (!key || !schema) return undefined;
    const list = hintOf(schema).placesOf!;
    const questions = entries.filter(isHolder).map((entry) => {
      const options = optionsIn(this.#field(entry, list, place));
      return { keys: keysIn(documentIn(this.#field(entry, key, place)), options), options };
    });
    return keyStyle(questions);
  }

  #places(written: unknown, rawOptions: unknown, place: Place): unknown {
    const options = optionsIn(rawOptions);
    const raw = documentIn(written);
    if (!options || options.texts.length === 0) return options || rawOptions === null || rawOptions === undefined ? [] : raw;
    const keys = keysIn(raw, options);
    if (keys.length === 0) return options.marked ?? raw;
    if (keys.every((key) => typeof key === 'boolean')) {
      const places = placesOfTruth(keys, options.texts);
      if (places === null) this.#doubt(place, 'do not name options of the question without doubt: give the zero-based places');
      return places ?? raw;
    }
    const style = place.style ?? keyStyle([{ keys, options }]);
    if (style === 'unclear') {
      this.#doubt(place, 'are not named in one way: give the zero-based places in every question');
      return raw;
    }
    const places =
      style === 'named'
        ? this.#named(keys, options)
        : keys.map((key) => (isPlace(key) ? Number(key) - (style === 'from_one' ? 1 : 0) : null));
    const isAgainst = options.marked !== null && places !== null && !isSame([...places].toSorted(), [...options.marked].toSorted());
    if (places === null || places.includes(null) || isAgainst) {
      this.#doubt(place, 'do not name options of the question without doubt: give the zero-based places');
      return raw;
    }
    return places;
  }

  #named(keys: readonly unknown[], options: NonNullable<ReturnType<typeof labelledTexts>>): (number | null)[] | null {
    const texts = keys.map((key) => oneText(key)?.text ?? null);
    const places = texts.includes(null) ? null : placesOf(texts as string[], options);
    return places === null || places.includes(null) ? (placesOfTruth(keys, options.texts) ?? places) : places;
  }

  #doubt({ path }: Place, text: string): void {
    if (!this.#doubts.some((one) => one.path === path)) this.#doubts.push({ path, text });
  }
}

/** Tells whether a list without entries was written as a map or a text without any, in the form of the lists beside it that have some. */
const isEmptyForm = (value: unknown): boolean => (isHolder(value) ? Object.keys(value).length === 0 : value === '');

function optionsIn(written: unknown) {
  const raw = isEmptyForm(written) ? [] : documentIn(written);
  return labelledTexts(typeof raw === 'string' ? linesOf(raw) : raw);
}

const isNumber = (schema: z.core.$ZodType): boolean => (schema as z.core.$ZodTypes)._zod.def.type === 'number';

/** Tells whether a number's schema is `z.int()`, or has `int()` among its checks. */
function isWhole(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  return [def, ...(def.checks ?? []).map((check) => check._zod.def)].some((one) => 'format' in one && one.format === 'safeint');
}

function oneOf(values: readonly unknown[], word: unknown): unknown {
  const meant = values.includes(word) ? [word] : valuesMeantBy(word, values);
  return meant.length === 1 ? meant[0] : undefined;
}
