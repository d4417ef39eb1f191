import { isStorable, storableText } from '#domain/platform/storable.ts';

/** Places that are named; the others are counted. */
const MOST_NAMED = 5;

/** What was left out of something that came from a platform: places and reasons, nothing of what stood there. */
export class LeftOut {
  readonly #places = new Set<string>();

  add(place: string, why: string): void {
    // of a list one is as good as all: `members.17.name` and `members.18.name` have one cause
    this.#places.add(`${place.replace(/\.\d+(?=\.|$)/g, '[]')}: ${why}`);
  }

  /** null: nothing was. */
  get words(): string | null {
    const all = [...this.#places];
    if (all.length === 0) return null;
    const more = all.length - MOST_NAMED;
    return `${all.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; ${more} more` : ''}`;
  }
}

/** Something that cannot be done without is missing. */
export class NeededMissing extends Error {}

interface Bounds {
  /** Signs. */
  readonly most: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Reads an object of a platform, as `fieldsOf` returns it. */
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

  /** All of it, unread. */
  get whole(): Readonly<Record<string, unknown>> {
    return this.#source;
  }

  has(name: string): boolean {
    return !isAbsent(this.#source[name]);
  }

  /** As it stands there; null where nothing does, or what the database cannot hold. */
  json(name: string): unknown {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    // of a text the signs themselves; elsewhere what JSON has to escape
    const isKept = typeof value === 'string' ? isStorable(value) : !/\\u(?:0000|d[89a-f][\da-f]{2})/i.test(JSON.stringify(value));
    return isKept ? value : this.#drop(name, 'has signs that are no text');
  }

  /** What names something: a text or a number, whole or not at all. */
  id(name: string, { most }: Bounds): string | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    const read = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
    if (typeof read !== 'string') return this.#drop(name, 'is no text');
    if (read === '') return null;
    if (read.length > most) return this.#drop(name, `is longer than ${most} signs`);
    return isStorable(read) ? read : this.#drop(name, 'has signs that are no text');
  }

  /** As `id`. @throws NeededMissing where it is not there or cannot be read */
  needed(name: string, bounds: Bounds): string {
    const read = this.id(name, bounds);
    if (read === null) throw new NeededMissing(this.has(name) ? (this.#leftOut.words ?? this.#at(name)) : `${this.#at(name)}: is missing`);
    return read;
  }

  /** What people read: cut where it is too long. */
  text(name: string, { most }: Bounds): string | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    if (typeof value !== 'string' && typeof value !== 'number') return this.#drop(name, 'is no text');
    const whole = String(value);
    const read = storableText(whole).trim().slice(0, most);
    if (read !== whole.trim().slice(0, most)) this.#drop(name, 'had signs that are no text');
    return read.toWellFormed() || null;
  }

  /** A list of texts; one text with commas or spaces between them is one. */
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

  /** null where it is not said. */
  flag(name: string): boolean | null {
    const value = this.#source[name];
    if (isAbsent(value) || value === '') return null;
    if (typeof value === 'boolean') return value;
    const words = String(value as string | number).toLowerCase();
    if (['true', '1', 'yes'].includes(words)) return true;
    return ['false', '0', 'no'].includes(words) ? false : this.#drop(name, 'is neither yes nor no');
  }

  /** An object in it; null where there is none. */
  object(name: string): Fields | null {
    const value = this.#source[name];
    if (isAbsent(value)) return null;
    if (!isRecord(value)) return this.#drop(name, 'is no object');
    return new Fields(value, this.#leftOut, `${this.#at(name)}.`);
  }

  /** The objects of a list in it, the others left out; null where there is no list. */
  objects(name: string): Fields[] | null {
    const value = this.#source[name];
    return Array.isArray(value) ? objectsOf(value, this.#leftOut, `${this.#at(name)}.`) : null;
  }
}

/** Reads an answer or a message of a platform. What it lacks or has in a wrong form is left out, and said in `leftOut`. */
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
