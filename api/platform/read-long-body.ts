import { lookup } from '#contract/platform/lookup.ts';
import type { ApartRule } from '#contract/platform/endpoint.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { chargedAlone } from './work-allowance.ts';

/** Longer than any known key. */
const KEY_BYTES = 256;
/** Maximum length of a data URL's head. */
const HEAD_CHARACTERS = 500;

interface LongBody {
  readonly apart: Readonly<Record<string, ApartRule>>;
  /** Maximum bytes of everything except `apart` fields. */
  readonly bytes: number;
  /** Stores bytes of a file in a field. */
  readonly write: (field: string, chunk: Uint8Array) => Promise<void>;
}

/**
 * Reads a JSON body that may be long, as it arrives. Its `apart` fields never become strings: files in data URLs are decoded and written,
 * and unread values are skipped. The returned text has the head of the URL, or null, in their place; only its size is checked.
 * @throws ProductError body.too_large, body.malformed; whatever `write` throws
 */
export async function readLongBody(source: AsyncIterable<Uint8Array>, how: LongBody): Promise<string> {
  const reader = new LongBodyReader(how);
  for await (const chunk of source) await reader.take(chunk);
  return reader.text();
}

export const bodyTooLarge = (bytes: number): ProductError =>
  new ProductError('body.too_large', toSentence('The body may be at most {n} KB.', { n: bytes / 1000 }));
export const fileTooLarge = (bytes: number): ProductError =>
  new ProductError('body.too_large', toSentence('A file can be at most {n} MB.', { n: bytes / 1_000_000 }));

const [QUOTE, BACKSLASH, COMMA, COLON] = [...`"\\,:`].map((mark) => mark.charCodeAt(0)) as [number, number, number, number];
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [...'{[}]'].map((mark) => mark.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];
const SPACES = [...' \t\r\n'].map((space) => space.charCodeAt(0));
/** Bytes with a meaning outside of strings, in a skipped value. */
const MARKS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number([QUOTE, COMMA, OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST].includes(byte)),
);
const ESCAPED: Readonly<Record<string, string>> = lookup({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' });

class LongBodyReader {
  readonly #how: LongBody;
  readonly #kept: Uint8Array[] = [];
  /** Start of the kept part of the current chunk; everything before it has been handled. */
  #keptFrom = 0;
  #chunk: Uint8Array = new Uint8Array();
  #keptBytes = 0;
  #depth = 0;
  #isObject = false;
  /** Where the bytes go: `kept` unchanged, `file` to the decoder, `passed` skipped. */
  #way: 'kept' | 'file' | 'passed' = 'kept';
  #isInText = false;
  /** The characters of an escape sequence read so far, after the backslash; null outside of one. */
  #escape: string | null = null;
  /** The top-level key that is being read, still encoded; null elsewhere. */
  #key: string | null = null;
  /** The token expected next at the top level, and the last key there. */
  #next: 'key' | 'colon' | 'value' | 'comma' = 'key';
  #field = '';
  #passedBytes = 0;
  /** Position of the last byte in a skipped value's text. */
  #passedText: 'outside' | 'inside' | 'behind a backslash' = 'outside';
  readonly #decoders = new Map<string, DataUrlDecoder>();

  constructor(how: LongBody) {
    this.#how = how;
  }

  /** Processes a chunk, jumping between bytes with a meaning. */
  async take(chunk: Uint8Array): Promise<void> {
    chargedAlone(() => this.#read(chunk));
    for (const [field, decoder] of this.#decoders) {
      const bytes = decoder.take();
      if (decoder.bytes > this.#how.apart[field]!.bytes) throw fileTooLarge(this.#how.apart[field]!.bytes);
      if (bytes.length > 0) await this.#how.write(field, bytes);
    }
  }

  /** The kept text; not valid JSON if the body breaks off. */
  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#kept));
  }

  #read(chunk: Uint8Array): void {
    this.#chunk = chunk;
    this.#keptFrom = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#isPassing()) at = this.#passOver(at);
      else if (this.#isInText) at = this.#inText(at);
      else {
        this.#outside(chunk[at]!, at);
        // the skipped value begins with this byte
        if (!this.#isPassing()) at += 1;
      }
    }
    if (this.#way === 'kept') this.#keepUntil(chunk.length);
  }

  #isPassing(): boolean {
    return this.#way === 'passed';
  }

  /** Keeps the part of the chunk that was not handled yet. */
  #keepUntil(end: number): void {
    // copied, so that a small part does not keep the chunk in memory, and later changes do not affect it
    this.#keepText(this.#chunk.slice(this.#keptFrom, end));
    this.#keptFrom = end;
  }

  #keepText(text: Uint8Array): void {
    this.#keptBytes += text.length;
    if (this.#keptBytes > this.#how.bytes) throw bodyTooLarge(this.#how.bytes);
    this.#kept.push(text);
  }

  /** Continues within a string. @returns the index after the part that was read */
  #inText(at: number): number {
    const byte = this.#chunk[at]!;
    if (this.#escape === null && byte !== BACKSLASH && byte !== QUOTE) {
      const end = this.#nextMark(at);
      if (this.#way === 'file') this.#decoders.get(this.#field)!.add(this.#chunk.subarray(at, end));
      this.#addToKey(at, end);
      return end;
    }
    if (this.#escape !== null) this.#inEscape(byte);
    else if (byte === BACKSLASH) this.#escape = '';
    else {
      this.#endText(at);
      return at + 1;
    }
    this.#addToKey(at, at + 1);
    return at + 1;
  }

  #addToKey(from: number, end: number): void {
    if (this.#key === null || this.#key.length >= KEY_BYTES) return;
    this.#key += String.fromCharCode(...this.#chunk.subarray(from, Math.min(end, from + KEY_BYTES)));
  }

  /** Returns the index of the next quotation mark or backslash, or the end of the chunk. */
  #nextMark(from: number): number {
    const chunk = this.#chunk;
    let at = from;
    while (at < chunk.length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at += 1;
    return at;
  }

  /**
   * Skips a top-level value, tracking only strings and nesting.
   * @returns the index after it, or the end of the chunk
   */
  #passOver(from: number): number {
    const chunk = this.#chunk;
    let [depth, text, at] = [this.#depth, this.#passedText, from];
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (text === 'behind a backslash') text = 'inside';
      else if (text === 'inside') {
        if (byte === QUOTE) text = 'outside';
        else if (byte === BACKSLASH) text = 'behind a backslash';
      } else if (MARKS[byte] === 1) {
        if (byte === QUOTE) text = 'inside';
        else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
        else if (depth === 1) break;
        else if (byte !== COMMA) depth -= 1;
      }
    }
    this.#passedBytes += at - from;
    const { bytes } = this.#how.apart[this.#field]!;
    if (this.#passedBytes > bytes) throw bodyTooLarge(bytes);
    [this.#depth, this.#passedText] = [depth, text];
    if (at < chunk.length) {
      this.#way = 'kept';
      this.#keptFrom = at;
    }
    return at;
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
    // data URLs contain only ASCII
    const code = character.charCodeAt(0);
    this.#decoders.get(this.#field)!.add(Uint8Array.of(code < 128 ? code : 0));
  }

  #endText(at: number): void {
    this.#isInText = false;
    if (this.#key !== null) {
      this.#field = nameIn(this.#key);
      this.#key = null;
      this.#next = 'colon';
    } else if (this.#way === 'file') {
      this.#way = 'kept';
      this.#keepText(Buffer.from(JSON.stringify(this.#decoders.get(this.#field)!.end())));
      this.#keptFrom = at + 1;
    }
  }

  #outside(byte: number, at: number): void {
    if (SPACES.includes(byte)) return;
    const isTop = this.#isObject && this.#depth === 1;
    if (isTop && this.#next === 'value') {
      if (this.#isApart(byte, at)) return;
    }
    if (byte === QUOTE) {
      this.#isInText = true;
      if (isTop && this.#next === 'key') this.#key = '';
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (this.#depth === 0) this.#isObject = byte === OPEN_OBJECT;
      this.#depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1;
    else if (isTop && byte === COMMA) this.#next = 'key';
    else if (isTop && byte === COLON) this.#next = 'value';
  }

  /** Decides how a top-level value is handled. @returns whether it is skipped, or is a file whose quotation mark this was */
  #isApart(byte: number, at: number): boolean {
    this.#next = 'comma';
    const rule = Object.hasOwn(this.#how.apart, this.#field) ? this.#how.apart[this.#field]! : null;
    if (rule?.as === 'nothing') {
      this.#keepUntil(at);
      this.#way = 'passed';
      this.#keepText(Buffer.from('null'));
      return true;
    }
    if (rule?.as !== 'file' || byte !== QUOTE) return false;
    // with two files of the same name it would be unclear which is meant
    if (this.#decoders.has(this.#field)) throw new ProductError('body.malformed');
    this.#keepUntil(at);
    this.#decoders.set(this.#field, new DataUrlDecoder());
    this.#way = 'file';
    this.#isInText = true;
    return true;
  }
}

/** Returns the name encoded by a key; empty for an invalid key. */
function nameIn(key: string): string {
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return '';
  }
}

const DECODED_AT_ONCE = 65_536;

/** Decodes the base64 text of a data URL as it arrives. Invalid characters are skipped, as `Buffer` does: the file's reader will notice. */
class DataUrlDecoder {
  /** Number of bytes decoded so far. */
  bytes = 0;
  #head = '';
  #isInHead = true;
  readonly #characters = Buffer.allocUnsafe(DECODED_AT_ONCE);
  #count = 0;
  /** Fewer than four remaining characters. */
  #rest = '';
  #decoded: Uint8Array[] = [];

  add(codes: Uint8Array): void {
    let at = 0;
    for (; this.#isInHead && at < codes.length; at += 1) {
      if (this.#head.length < HEAD_CHARACTERS) this.#head += String.fromCharCode(codes[at]!);
      this.#isInHead = codes[at] !== COMMA;
    }
    while (at < codes.length) {
      const part = codes.subarray(at, at + DECODED_AT_ONCE - this.#count);
      this.#characters.set(part, this.#count);
      this.#count += part.length;
      at += part.length;
      if (this.#count === DECODED_AT_ONCE) this.#decode();
    }
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

  /** Returns the bytes decoded since the last call. */
  take(): Uint8Array {
    this.#decode();
    return Buffer.concat(this.#decoded.splice(0));
  }

  /** @returns the head of the URL with its comma; for text that is not a data URL, its beginning */
  end(): string {
    this.#decode(true);
    return this.#head;
  }
}
