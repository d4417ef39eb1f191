import {
  AFTER,
  CLOSERS,
  CLOSING,
  COMMENT,
  ELISION,
  ELISION_AT_END,
  ESCAPES,
  GAP,
  INNER,
  NUMBER,
  REST_OF_FENCE,
  SEPARATORS,
  WORD,
  WORDS,
} from './loose-json-grammar.ts';

/**
 * The result of reading. `truncated`: valid until the text ended too early. `end`: the position after the value. `hasInner`: an unescaped
 * object begins inside one of its texts, so it may be two answers run together. `isOpen`: only the outermost brace is missing, with the
 * bracket of a list in it (`isListOpen`); the caller must check whether anything precedes the value. `wholeUntil`: the position after the last
 * entry read whole of the outermost object's last list.
 */
export type LooseJson = { wholeUntil: number | null } & (
  | { ok: true; value: unknown; end: number; hasInner: boolean; isOpen: boolean; isListOpen: boolean }
  | { ok: false; truncated: boolean }
);

class Malformed extends Error {}
class Truncated extends Error {}

/** Deeper than any document we request; endless opening brackets must not overflow the stack. */
const MAX_DEPTH = 64;

type Place = keyof typeof AFTER;

/**
 * Reads the JSON value at `start` as people and models write it: comments, trailing, doubled, missing and other commas, single, triple and
 * typographic quotes, unquoted keys, unescaped line breaks and quotes in strings, invalid escapes, Python's and JavaScript's literals,
 * full-width punctuation. Unlike `jsonrepair`, it closes only the outermost brace and never skips what it cannot read, so a lesson that was
 * cut off, or that says '… rest as before', does not pass for a whole one.
 */
export function readLooseJson(text: string, start = 0): LooseJson {
  const reader = new Reader(text, start);
  try {
    const value = reader.value(0, 'property');
    const { at: end, inner, isOpen, isListOpen, wholeUntil } = reader;
    return { ok: true, value, end, hasInner: inner.size > 0, isOpen, isListOpen, wholeUntil };
  } catch (error) {
    const { wholeUntil } = reader;
    if (error instanceof Truncated) return { ok: false, truncated: true, wholeUntil };
    if (!(error instanceof Malformed)) throw error;
    return { ok: false, truncated: /^[\s`]*$/.test(text.slice(reader.at)), wholeUntil };
  }
}

class Reader {
  readonly text: string;
  at: number;
  /** Keys of unescaped objects that begin inside a text. */
  readonly inner = new Set<string>();
  isOpen = false;
  isListOpen = false;
  wholeUntil: number | null = null;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  value(depth: number, place: Place): unknown {
    if (depth > MAX_DEPTH) throw new Malformed();
    this.gap();
    const char = this.text[this.at];
    if (char === undefined) throw new Truncated();
    if (char === '{') return this.object(depth);
    if (char === '[') return this.array(depth);
    if (char in CLOSERS) return this.joined(place);
    const number = this.take(NUMBER);
    if (number !== null) return Number(number.replaceAll('_', ''));
    const from = this.at;
    const word = this.take(WORD);
    if (word !== null && Object.hasOwn(WORDS, word)) return WORDS[word];
    if (word !== null && this.at === this.text.length) throw new Truncated();
    this.at = from;
    throw new Malformed();
  }

  private object(depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (this.at += 1; ;) {
      this.isOpen = depth === 0 && Object.keys(object).length > 0 && this.sees(REST_OF_FENCE);
      if (this.isOpen || this.ends('}')) {
        // the model began an object, gave up and began again: the text in between is not content
        if (!Object.keys(object).some((key) => this.inner.has(key))) return object;
        this.at -= 1;
        throw new Malformed();
      }
      const key = (this.text[this.at] as string) in CLOSERS ? this.string('key') : this.take(WORD);
      if (key === null) throw new Malformed();
      this.gap();
      if (this.at >= this.text.length) throw new Truncated();
      if (!':：'.includes(this.text[this.at] as string)) throw new Malformed();
      this.at += 1;
      // a key named __proto__ is a property like any other, as in JSON.parse
      Object.defineProperty(object, key, {
        value: this.value(depth + 1, 'property'),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
  }

  private array(depth: number): unknown[] {
    const array: unknown[] = [];
    for (this.at += 1; ;) {
      this.isListOpen = depth === 1 && array.length > 0 && this.sees(REST_OF_FENCE);
      if (this.isListOpen || this.ends(']')) return array;
      array.push(this.value(depth + 1, 'item'));
      if (depth === 1) this.wholeUntil = this.at;
    }
  }

  /** Skips spaces and commas. Returns true if `closer` followed, and consumes it. */
  private ends(closer: string): boolean {
    for (;;) {
      this.gap();
      const char = this.text[this.at];
      if (char === undefined) throw new Truncated();
      if (char !== closer && !SEPARATORS.includes(char)) return false;
      this.at += 1;
      if (char === closer) return true;
    }
  }

  /** Reads strings, including `"a" + "b"`. */
  private joined(place: Place): string {
    let whole = this.string(place);
    for (;;) {
      const from = this.at;
      this.gap();
      if (this.text[this.at] !== '+') break;
      this.at += 1;
      this.gap();
      if (!((this.text[this.at] ?? ' ') in CLOSERS)) break;
      whole += this.string(place);
      if (this.at === from) break;
    }
    return whole;
  }

  private string(place: Place): string {
    const quote = this.text[this.at] as string;
    const triple = quote.repeat(3);
    const end = this.text.startsWith(triple, this.at) ? this.text.indexOf(triple, this.at + 3) : -1;
    if (end > 0) {
      const value = this.text.slice(this.at + 3, end);
      this.at = end + 3;
      return value;
    }
    const closers = CLOSERS[quote] as string;
    let value = '';
    for (this.at += 1; ;) {
      const char = this.text[this.at];
      if (char === undefined) {
        // the text ends like a complete answer, so a quote is missing; otherwise it was cut off
        if (/$(?<=[}\]][\s`]*)/.test(this.text)) throw new Malformed();
        throw new Truncated();
      }
      this.at += 1;
      if (char === '\\') value += this.escape();
      else if (closers.includes(char) && this.sees(AFTER[place])) return value;
      else {
        if (char === '{') this.noteInner();
        value += char;
      }
    }
  }

  /** Reads an escape after its backslash. A backslash that escapes nothing is kept: it belongs to a formula or a pattern. */
  private escape(): string {
    const char = this.text[this.at];
    if (char === undefined) throw new Truncated();
    if (char === 'u') {
      const code = /u(?:([\dA-Fa-f]{4})|\{([\dA-Fa-f]{1,6})\})/y;
      code.lastIndex = this.at;
      const found = code.exec(this.text);
      const point = found ? parseInt((found[1] ?? found[2]) as string, 16) : Infinity;
      if (!found || point > 0x10ffff) return '\\';
      this.at += found[0].length;
      return found[1] ? String.fromCharCode(point) : String.fromCodePoint(point);
    }
    if (!(char in ESCAPES)) return '\\';
    this.at += 1;
    return ESCAPES[char] as string;
  }

  private noteInner(): void {
    INNER.lastIndex = this.at;
    const name = INNER.exec(this.text)?.[1];
    if (name) this.inner.add(name);
  }

  private gap(): void {
    for (;;) {
      this.take(GAP);
      COMMENT.lastIndex = this.at;
      const comment = COMMENT.exec(this.text);
      if (!comment) return;
      const said = comment[1] ?? comment[2] ?? '';
      this.at = COMMENT.lastIndex;
      if (ELISION.test(said) || (ELISION_AT_END.test(said) && this.sees(CLOSING))) throw new Malformed();
    }
  }

  private sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }
}
