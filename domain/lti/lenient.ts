import { isStorable, storableText } from '#domain/platform/storable.ts';

/** Maximum number of omitted fields that are listed by name; the rest are only counted. */
const MOST_NAMED = 5;

/** The omitted fields of a platform's message: paths and reasons, without their values. */
export class LeftOut {
  readonly #places = new Set<string>();

  add(place: string, why: string): void {
    // one entry stands for a whole list: `members.17.name` and `members.18.name` have the same cause
    this.#places.add(`${place.replace(/\.\d+(?=\.|$)/g, '[]')}: ${why}`);
  }

  /** Null when nothing was omitted. */
  get words(): string | null {
    const all = [...this.#places];
    if (all.length === 0) return null;
    const more = all.length - MOST_NAMED;
    return `${all.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; ${more} more` : ''}`;
  }
}

/** A required field is missing. */
export class NeededMissing extends Error {}

interface Bounds {
  /** Maximum length in characters. */
  readonly most: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** A reader for a platform's object; made by `fieldsOf`. */
export class Fields {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #leftOut: LeftOut;
  readonly #place: string;

  constructor(source: Readonly<Record<string, unknown>>, leftOut: LeftOut, place: string) {
    this.#source = source;
    this.#leftOut = leftOut;
    this.#place = place;
  }

  #at(name: string): string {
    // claims are named by URLs, whose last part identifies them
    return `${this.#place}${name.slice(name.lastIndexOf('/') + 1)}`;
  }

  #drop(name: string, why: string): null {
    this.#leftOut.add(this.#at(name), why);
    return null;
  }

  /** The whole object, unparsed. */
  get whole(): Readonly<Record<string, unknown>> {
    return this.#source;
  }

  has(name: string): boolean {
    return !isAbsent(this.#source[name]);
  }

  /** The raw value; null when absent, or when the database cannot store it. */
  json(name: string): unknown {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    // texts are checked directly; elsewhere, JSON escapes the characters
    const isKept = typeof value === 'string' ? isStorable(value) : !/\\u(?:0000|d[89a-f][\da-f]{2})/i.test(JSON.stringify(value));
    return isKept ? value : this.#drop(name, 'contains characters that are not text');
  }

  /** An identifier: a text or a number, never truncated. */
  id(name: string, { most }: Bounds): string | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    const read = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
    if (typeof read !== 'string') return this.#drop(name, 'is not text');
    if (read === '') return null;
    if (read.length > most) return this.#drop(name, `is longer than ${most} characters`);
    return isStorable(read) ? read : this.#drop(name, 'contains characters that are not text');
  }

  /** Like `id`. @throws NeededMissing when it is absent or unreadable */
  needed(name: string, bounds: Bounds): string {
    const read = this.id(name, bounds);
    if (read === null) throw new NeededMissing(this.has(name) ? (this.#leftOut.words ?? this.#at(name)) : `${this.#at(name)}: is missing`);
    return read;
  }

  /** A display text, truncated to the maximum length. */
  text(name: string, { most }: Bounds): string | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    if (typeof value !== 'string' && typeof value !== 'number') return this.#drop(name, 'is not text');
    const whole = String(value);
    const read = storableText(whole).trim().slice(0, most);
    if (read !== whole.trim().slice(0, most)) this.#drop(name, 'contained characters that are not text');
    return read.toWellFormed() || null;
  }

  /** A list of texts; a single text separated by commas or spaces counts as a list. */
  texts(name: string, { most, items }: Bounds & { readonly items: number }): string[] {
    const value = this.#source[name];
    if (isAbsent(value)) return [];
    if (!Array.isArray(value) && typeof value !== 'string') return this.#drop(name, 'is not a list') ?? [];
    const all: unknown[] = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value;
    if (all.length > items) this.#drop(name, `has more than ${items} entries`);
    const read = all.slice(0, items).filter((one): one is string => typeof one === 'string' && one.length <= most && isStorable(one));
    if (read.length < Math.min(all.length, items)) this.#drop(name, 'has entries that are not text');
    return read;
  }

  /** Null when unspecified. */
  flag(name: string): boolean | null {
    const value = this.#source[name];
    if (isAbsent(value) || value === '') return null;
    if (typeof value === 'boolean') return value;
    const words = String(value as string | number).toLowerCase();
    if (['true', '1', 'yes'].includes(words)) return true;
    return ['false', '0', 'no'].includes(words) ? false : this.#drop(name, 'is neither yes nor no');
  }

  /** A nested object, or null. */
  object(name: string): Fields | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    if (!isRecord(value)) return this.#drop(name, 'is not an object');
    return new Fields(value, this.#leftOut, `${this.#at(name)}.`);
  }

  /** The objects of a nested list, without other entries; null when there is no list. */
  objects(name: string): Fields[] | null {
    const value = this.#source[name];
    return Array.isArray(value) ? objectsOf(value, this.#leftOut, `${this.#at(name)}.`) : null;
  }
}

/** Reads a platform's response or message. Malformed fields are omitted and listed in `leftOut`. */
export const fieldsOf = (value: unknown, leftOut: LeftOut, place = ''): Fields => {
  if (!isRecord(value)) leftOut.add(place.replace(/\.$/, '') || 'answer', 'is not an object');
  return new Fields(isRecord(value) ? value : {}, leftOut, place);
};

/** Reads a list of objects. */
export function objectsOf(list: readonly unknown[], leftOut: LeftOut, place = ''): Fields[] {
  return list.flatMap((one, at) => {
    if (isRecord(one)) return [new Fields(one, leftOut, `${place}${at}.`)];
    leftOut.add(`${place}${at}`, 'is not an object');
    return [];
  });
}
