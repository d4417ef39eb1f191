import { isStorable, storableText } from '#domain/platform/storable.ts';

/** Number of omitted fields that are listed by name; the rest are only counted. */
const MOST_NAMED = 5;

/** The omitted fields of a platform's message: their paths and reasons, without their values. */
export class LeftOut {
  readonly #places = new Set<string>();

  add(place: string, why: string): void {
    // of a list one is as good as all: `members.17.name` and `members.18.name` have one cause
    this.#places.add(`${place.replace(/\.\d+(?=\.|$)/g, '[]')}: ${why}`);
  }

  /** null: nothing was omitted. */
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

/** A reader of a platform's object, as returned by `fieldsOf`. */
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
    // claims are named by addresses: their last part says which
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

  /** The raw value; null if absent or if the database cannot store it. */
  json(name: string): unknown {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    // of a text the signs themselves; elsewhere what JSON has to escape
    const isKept = typeof value === 'string' ? isStorable(value) : !/\\u(?:0000|d[89a-f][\da-f]{2})/i.test(JSON.stringify(value));
    return isKept ? value : this.#drop(name, 'has signs that are no text');
  }

  /** An identifier: a text or a number, never truncated. */
  id(name: string, { most }: Bounds): string | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    const read = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
    if (typeof read !== 'string') return this.#drop(name, 'is no text');
    if (read === '') return null;
    if (read.length > most) return this.#drop(name, `is longer than ${most} signs`);
    return isStorable(read) ? read : this.#drop(name, 'has signs that are no text');
  }

  /** Like `id`. @throws NeededMissing if it is absent or unreadable */
  needed(name: string, bounds: Bounds): string {
    const read = this.id(name, bounds);
    if (read === null) throw new NeededMissing(this.has(name) ? (this.#leftOut.words ?? this.#at(name)) : `${this.#at(name)}: is missing`);
    return read;
  }

  /** A display text, truncated if too long. */
  text(name: string, { most }: Bounds): string | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    if (typeof value !== 'string' && typeof value !== 'number') return this.#drop(name, 'is no text');
    const whole = String(value);
    const read = storableText(whole).trim().slice(0, most);
    if (read !== whole.trim().slice(0, most)) this.#drop(name, 'had signs that are no text');
    return read.toWellFormed() || null;
  }

  /** A list of texts; a single text separated by commas or spaces counts as a list. */
  texts(name: string, { most, items }: Bounds & { readonly items: number }): string[] {
    const value = this.#source[name];
    if (isAbsent(value)) return [];
    if (!Array.isArray(value) && typeof value !== 'string') return this.#drop(name, 'is no list') ?? [];
    const all: unknown[] = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value;
    if (all.length > items) this.#drop(name, `has more than ${items} entries`);
    const read = all.slice(0, items).filter((one): one is string => typeof one === 'string' && one.length <= most && isStorable(one));
    if (read.length < Math.min(all.length, items)) this.#drop(name, 'has entries that are no texts');
    return read;
  }

  /** null if unspecified. */
  flag(name: string): boolean | null {
    const value = this.#source[name];
    if (isAbsent(value) || value === '') return null;
    if (typeof value === 'boolean') return value;
    const words = String(value as string | number).toLowerCase();
    if (['true', '1', 'yes'].includes(words)) return true;
    return ['false', '0', 'no'].includes(words) ? false : this.#drop(name, 'is neither yes nor no');
  }

  /** A nested object; null if absent. */
  object(name: string): Fields | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    if (!isRecord(value)) return this.#drop(name, 'is no object');
    return new Fields(value, this.#leftOut, `${this.#at(name)}.`);
  }

  /** The objects of a nested list, omitting other entries; null if there is no list. */
  objects(name: string): Fields[] | null {
    const value = this.#source[name];
    return Array.isArray(value) ? objectsOf(value, this.#leftOut, `${this.#at(name)}.`) : null;
  }
}

/** Reads a platform's response or message. Malformed fields are omitted and listed in `leftOut`. */
export const fieldsOf = (value: unknown, leftOut: LeftOut, place = ''): Fields => {
  if (!isRecord(value)) leftOut.add(place.replace(/\.$/, '') || 'answer', 'is no object');
  return new Fields(isRecord(value) ? value : {}, leftOut, place);
};

/** Reads a list of objects. */
export function objectsOf(list: readonly unknown[], leftOut: LeftOut, place = ''): Fields[] {
  return list.flatMap((one, at) => {
    if (isRecord(one)) return [new Fields(one, leftOut, `${place}${at}.`)];
    leftOut.add(`${place}${at}`, 'is no object');
    return [];
  });
}
