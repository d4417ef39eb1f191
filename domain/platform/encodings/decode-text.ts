import { TEXT_ENCODINGS, type TextEncoding } from '#contract/platform/text-encodings.ts';
import { guessEncodings, type EncodingHints } from './guess-encoding.ts';

export interface DecodedText {
  /**
   * With `
   * ` line breaks, without a byte order mark.
   */
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Whether the bytes declare the encoding or a user chose it; otherwise it is a guess that a person should check. */
  readonly isSure: boolean;
}

export interface DecodeHints extends EncodingHints {
  /** The encoding that a user chose, instead of guessing. */
  readonly encoding?: TextEncoding | undefined;
  /** The encodings declared by the file or its sender, by any alias; the first valid one counts. */
  readonly declared?: readonly (string | null)[];
}

/** The margin from which no check by a person is needed: the second-best encoding is e^6 times less likely. */
const SURE = 6;

/** Returns the encoding for a label of the Encoding Standard, such as `latin1`; null if it is not supported. */
export function encodingNamed(label: string | null): TextEncoding | null {
  if (label === null) return null;
  try {
    const { encoding } = new TextDecoder(label.trim());
    return TEXT_ENCODINGS.find((one) => one === (encoding === 'gbk' ? 'gb18030' : encoding)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Decodes a text by its byte order mark, as valid UTF-8, as UTF-16 without a mark, by its own declaration, or by the likeliest encoding.
 * @throws Error if it is not text; with the code file.bad_encoding if it is not in the chosen encoding
 */
export function decodeText(bytes: Uint8Array, { encoding: chosen, declared = [], ...hints }: DecodeHints = {}): DecodedText {
  if (chosen) {
    try {
      return { ...decodedAs(bytes, chosen), isSure: true };
    } catch (cause) {
      throw Object.assign(new Error(`it is not encoded in ${chosen}`, { cause }), { code: 'file.bad_encoding' });
    }
  }
  const told = toldBy(bytes);
  if (told) {
    const decoded = decodedAs(bytes, told);
    if (told !== 'utf-8' && !isWritten(decoded.text)) throw new Error('it is not text');
    return { ...decoded, isSure: true };
  }
  const mended = mostlyUtf8(bytes);
  if (mended !== null) return { text: withLineFeeds(mended), encoding: 'utf-8', isSure: false };
  if (hasControls(bytes)) throw new Error('it has control characters');
  const candidates = declared.map(encodingNamed).filter((one) => one !== null && !one.startsWith('utf-'));
  for (const encoding of candidates) {
    try {
      return { ...decodedAs(bytes, encoding!), isSure: true };
    } catch {
      // the declaration is wrong
    }
  }
  for (const { encoding, margin } of guessEncodings(bytes, hints)) {
    try {
      return { ...decodedAs(bytes, encoding), isSure: margin >= SURE };
    } catch {
      // the text after the sample is in none of the candidates
    }
  }
  throw new Error('it is not text, or its code page is unknown');
}

function decodedAs(bytes: Uint8Array, encoding: TextEncoding): Omit<DecodedText, 'isSure'> {
  const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new Error('it has zero bytes');
  // Vietnamese has separate tone marks in this code page
  const whole = encoding === 'windows-1258' ? text.normalize('NFC') : text;
  return { text: withLineFeeds(whole), encoding };
}

const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/**
 * Reads UTF-8 in which some characters are broken, as where files were joined or cut: in any code page the intact ones would be nonsense.
 * Null if it is not UTF-8.
 */
function mostlyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  // with more than a few broken ones, a code page is likelier
  const whole = text.match(/(?!\ufffd)\P{ASCII}/gu)?.length ?? 0;
  return !text.includes('\0') && whole >= 5 && whole >= 5 * broken ? text : null;
}

/** Returns the encoding detected from the bytes. */
function toldBy(bytes: Uint8Array): TextEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 4_000);
  const { even, odd } = zerosIn(beginning);
  // in UTF-16 every space, digit and line break has a zero byte, on the same side
  if ((even + odd) * 8 > beginning.length && Math.min(even, odd) * 8 <= Math.max(even, odd)) return even > odd ? 'utf-16be' : 'utf-16le';
  if (isUtf8(bytes)) return isJis(bytes) ? 'iso-2022-jp' : 'utf-8';
  return null;
}

/** Tells whether characters can be a text: no control characters, and mostly assigned ones. */
function isWritten(text: string): boolean {
  const beginning = text.slice(0, 4_000);
  const unknown = beginning.match(/[\p{Cn}\p{Co}]/gu)?.length ?? 0;
  // eslint-disable-next-line no-control-regex -- control characters are the target
  return !/[\u0001-\u0008\u000e-\u0019\u001b-\u001f\ufffe\uffff]|\u001a[^\u001a]/.test(beginning) && unknown * 20 <= beginning.length;
}

function zerosIn(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1;
  return zeros;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** ISO-2022-JP is ASCII with escape sequences that switch to Japanese and back. */
const isJis = (bytes: Uint8Array): boolean => {
  const beginning = Buffer.from(bytes.subarray(0, 50_000)).toString('latin1');
  return beginning.includes('\u001b$B') || beginning.includes('\u001b$@');
};

/** All but tab, line feed, vertical tab, form feed, carriage return and DOS's end-of-file byte. */
const isControl = (byte: number): boolean => byte < 32 && !(byte >= 9 && byte <= 13) && byte !== DOS_END;
const DOS_END = 0x1a;
/**
 * Nothing follows DOS's end-of-file byte, written once or up to a whole block; elsewhere it indicates a picture or a program.
 * @param before the byte before these
 */
const hasControls = (bytes: Uint8Array, before = 0): boolean =>
  bytes.some((byte, at) => isControl(byte) || (byte !== DOS_END && (at > 0 ? bytes[at - 1] : before) === DOS_END));

/** Checks piece by piece whether bytes can be a text, without keeping them. The encoding is detected later, from the whole text. */
export class TextCheck {
  #decoder: TextDecoder | null = null;
  #isDecoded = true;
  #hasControls = false;
  #isFirst = true;
  #last = 0;

  /** Checks the next piece. */
  add(piece: Uint8Array): void {
    if (this.#isFirst) {
      const told = toldBy(piece.subarray(0, 4_000));
      this.#decoder = new TextDecoder(told?.startsWith('utf-16') ? told : 'utf-8', { fatal: true });
      this.#isFirst = false;
    }
    this.#hasControls ||= hasControls(piece, this.#last);
    this.#last = piece.at(-1) ?? this.#last;
    this.#decode(piece);
  }

  #decode(piece?: Uint8Array): void {
    if (!this.#isDecoded) return;
    try {
      this.#isDecoded = !this.#decoder!.decode(piece, { stream: piece !== undefined }).includes('\0');
    } catch {
      this.#isDecoded = false;
    }
  }

  /** @throws Error for what `decodeText` cannot decode */
  end(): void {
    if (this.#decoder) this.#decode();
    if (this.#isDecoded) return;
    if (this.#hasControls || this.#decoder?.encoding !== 'utf-8') throw new Error('it is not text');
  }
}

/** Returns the encoding declared in a page or XML document: within its first kilobytes, as browsers do, and not in comments. */
export function declaredIn(bytes: Uint8Array): string | null {
  const beginning = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1').trimStart();
  if (!beginning.startsWith('<')) return null;
  const shown = beginning.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '');
  return (
    /^<\?xml[^>]{0,200}\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/i.exec(shown)?.[1] ??
    /<meta\s[^>]{0,400}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(shown)?.[1] ??
    null
  );
}
