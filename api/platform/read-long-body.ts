import { lookup } from '#contract/platform/lookup.ts';
import type { ApartRule } from '#contract/platform/endpoint.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { DEEPEST, tooDeep } from './parse-request.ts';

/** Most brackets, commas and colons outside texts: the length of a long body is that of its texts, so that parsing it has little to do. */
const MOST_MARKS = 20_000;
/** A longer key is none that we know. */
const KEY_BYTES = 256;
/** The head of a data URL; a longer one is none. */
const HEAD_CHARACTERS = 500;

interface LongBody {
  readonly apart: Readonly<Record<string, ApartRule>>;
  /** Most bytes of everything that is not apart. */
  readonly bytes: number;
  /** Stores bytes of the file that stands in a field. */
  readonly write: (field: string, chunk: Uint8Array) => Promise<void>;
}

/**
 * Reads a JSON body that may be long, as it comes. What its endpoint keeps apart never becomes a string: a file in a data URL is decoded and
 * written, and what nobody reads is passed over. The text that is returned has the head of the URL, or null, in its place, and is checked by
 * nothing but its size, its depth and the number of its marks: what costs more to parse than to receive is refused before it is parsed.
 * @throws ProductError body.too_large, body.malformed, validation.failed; what `write` throws
 */
export async function readLongBody(source: AsyncIterable<Uint8Array>, how: LongBody): Promise<string> {
  const reader = new LongBodyReader(how);
  for await (const chunk of source) await reader.take(chunk);
  return reader.text();
}

/** Tells how many bytes of a field may come: base64 adds a third, and a sender may break its lines or escape it. */
export const mostSentBytes = ({ as, bytes }: ApartRule): number => (as === 'file' ? bytes * 1.4 : bytes);

export const bodyTooLarge = (bytes: number): ProductError =>
  new ProductError('body.too_large', toSentence('The body may be at most {n} KB.', { n: bytes / 1000 }));
export const fileTooLarge = (bytes: number): ProductError =>
  new ProductError('body.too_large', toSentence('A file may have {n} MB at most.', { n: bytes / 1_000_000 }));

const SPACES = ' \t\r\n';
const MARKS = '{}[],:';
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const ESCAPED: Readonly<Record<string, string>> = lookup({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' });

class LongBodyReader {
  readonly #how: LongBody;
  readonly #kept: Uint8Array[] = [];
  /** What is kept of the present chunk. */
  #keeping: Buffer = Buffer.alloc(0);
  #keepingBytes = 0;
  #keptBytes = 0;
  #marks = 0;
  #depth = 0;
  #isObject = false;
  /** Where the bytes go: `kept` as they stand, `file` to the decoder. */
  #way: 'kept' | 'file' | 'passed' = 'kept';
  #isInText = false;
  /** What has come of an escape behind its backslash; null outside of one. */
  #escape: string | null = null;
  /** The key that is being read at the top of the body, as it stands; null elsewhere. */
  #key: string | null = null;
  /** What comes next at the top of the body, and the last key there. */
  #next: 'key' | 'colon' | 'value' | 'comma' = 'key';
  #field = '';
  #passedBytes = 0;
  readonly #decoders = new Map<string, DataUrlDecoder>();

  constructor(how: LongBody) {
    this.#how = how;
  }

  /** Goes over a chunk byte by byte: that takes the same time whatever it holds. */
  async take(chunk: Uint8Array): Promise<void> {
    this.#keeping = Buffer.allocUnsafe(chunk.length);
    this.#keepingBytes = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (this.#isInText) this.#inText(byte);
      else this.#outside(byte);
    }
    this.#keepAll();
    for (const [field, decoder] of this.#decoders) {
      const bytes = decoder.take();
      if (decoder.bytes > this.#how.apart[field]!.bytes) throw fileTooLarge(this.#how.apart[field]!.bytes);
      if (bytes.length > 0) await this.#how.write(field, bytes);
    }
  }

  /** What was kept; of a body that breaks off, no valid JSON. */
  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#kept));
  }

  #keep(byte: number): void {
    this.#keeping[this.#keepingBytes] = byte;
    this.#keepingBytes += 1;
  }

  #keepAll(): void {
    this.#keepText(this.#keeping.subarray(0, this.#keepingBytes));
    this.#keeping = this.#keeping.subarray(this.#keepingBytes);
    this.#keepingBytes = 0;
  }

  #keepText(text: Uint8Array): void {
    this.#keptBytes += text.length;
    if (this.#keptBytes > this.#how.bytes) throw bodyTooLarge(this.#how.bytes);
    this.#kept.push(text);
  }

  #inText(byte: number): void {
    if (this.#way === 'kept') this.#keep(byte);
    else if (this.#way === 'passed') this.#pass();
    if (this.#escape !== null) this.#inEscape(byte);
    else if (byte === BACKSLASH) this.#escape = '';
    else if (byte === QUOTE) return this.#endText();
    else if (this.#way === 'file') this.#decoders.get(this.#field)!.add(byte);
    if (this.#key !== null && this.#key.length < KEY_BYTES) this.#key += String.fromCharCode(byte);
  }

  #inEscape(byte: number): void {
    this.#escape += String.fromCharCode(byte);
    const escape = this.#escape!;
    if (escape.startsWith('u') && escape.length < 5) return;
    this.#escape = null;
    if (this.#way !== 'file') return;
    const character = escape.startsWith('u')
      ? /^u[\dA-Fa-f]{4}$/.test(escape) && String.fromCharCode(parseInt(escape.slice(1), 16))
      : ESCAPED[escape];
    if (!character) throw new ProductError('body.malformed');
    // what is no ASCII stands in no data URL
    const code = character.charCodeAt(0);
    this.#decoders.get(this.#field)!.add(code < 128 ? code : 0);
  }

  #endText(): void {
    this.#isInText = false;
    if (this.#key !== null) {
      this.#field = nameIn(this.#key);
      this.#key = null;
      this.#next = 'colon';
    } else if (this.#way === 'file') {
      this.#way = 'kept';
      this.#insert(JSON.stringify(this.#decoders.get(this.#field)!.end()));
    }
  }

  #outside(byte: number): void {
    const character = String.fromCharCode(byte);
    if (SPACES.includes(character)) return this.#way === 'kept' ? this.#keep(byte) : this.#pass();
    const isTop = this.#isObject && this.#depth === 1;
    if (isTop && this.#next === 'value') {
      if (this.#beginsFile(byte)) return;
    } else if (isTop && this.#way === 'passed' && ',}'.includes(character)) this.#way = 'kept';
    if (this.#way === 'kept') {
      this.#keep(byte);
      if (MARKS.includes(character) && (this.#marks += 1) > MOST_MARKS) throw tooMany();
    } else this.#pass();
    if (byte === QUOTE) {
      this.#isInText = true;
      if (isTop && this.#next === 'key') this.#key = '';
    } else if (character === '{' || character === '[') {
      if (this.#depth === 0) this.#isObject = character === '{';
      this.#depth += 1;
      if (this.#way === 'kept' && this.#depth > DEEPEST) throw tooDeep('body');
    } else if (character === '}' || character === ']') this.#depth -= 1;
    else if (isTop && character === ',') this.#next = 'key';
    else if (isTop && character === ':') this.#next = 'value';
  }

  /** Decides what happens to a value at the top. @returns whether it is a file, whose quotation mark this was */
  #beginsFile(byte: number): boolean {
    this.#next = 'comma';
    const rule = Object.hasOwn(this.#how.apart, this.#field) ? this.#how.apart[this.#field]! : null;
    if (rule?.as === 'nothing') {
      this.#way = 'passed';
      this.#insert('null');
    }
    if (rule?.as !== 'file' || byte !== QUOTE) return false;
    // of two files under one name it would be unclear which is meant
    if (this.#decoders.has(this.#field)) throw new ProductError('body.malformed');
    this.#decoders.set(this.#field, new DataUrlDecoder());
    this.#way = 'file';
    this.#isInText = true;
    return true;
  }

  #insert(text: string): void {
    this.#keepAll();
    this.#keepText(Buffer.from(text));
  }

  #pass(): void {
    this.#passedBytes += 1;
    const { bytes } = this.#how.apart[this.#field]!;
    if (this.#passedBytes > bytes) throw bodyTooLarge(bytes);
  }
}

/** Returns the name that a key stands for; none for a key that is no text. */
function nameIn(key: string): string {
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return '';
  }
}

const tooMany = (): ProductError =>
  new ProductError('validation.failed', 'The body has too many values.', {
    data: { errors: [{ path: 'body', message: 'Has too many values.' }] },
  });

const COMMA = ','.charCodeAt(0);
const DECODED_AT_ONCE = 65_536;

/** Decodes the base64 text of a data URL as it comes. What is no base64 is left out, as `Buffer` does: whoever reads the file notices. */
class DataUrlDecoder {
  /** Number of bytes decoded so far. */
  bytes = 0;
  #head = '';
  #isInHead = true;
  readonly #characters = Buffer.allocUnsafe(DECODED_AT_ONCE);
  #count = 0;
  /** Characters that are not yet four. */
  #rest = '';
  #decoded: Uint8Array[] = [];

  add(code: number): void {
    if (this.#isInHead) {
      if (this.#head.length < HEAD_CHARACTERS) this.#head += String.fromCharCode(code);
      this.#isInHead = code !== COMMA;
      return;
    }
    this.#characters[this.#count] = code;
    this.#count += 1;
    if (this.#count === DECODED_AT_ONCE) this.#decode();
  }

  #decode(isEnd = false): void {
    const text = this.#rest + this.#characters.toString('latin1', 0, this.#count).replaceAll(/[^\w+/-]+/g, '');
    const whole = isEnd ? text.length : text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    this.#count = 0;
    const bytes = Buffer.from(text.slice(0, whole), 'base64');
    this.bytes += bytes.length;
    this.#decoded.push(bytes);
  }

  /** Returns what was decoded since the last time. */
  take(): Uint8Array {
    this.#decode();
    return Buffer.concat(this.#decoded.splice(0));
  }

  /** @returns the head of the URL with its comma; of what is no data URL, its beginning */
  end(): string {
    this.#decode(true);
    return this.#head;
  }
}
