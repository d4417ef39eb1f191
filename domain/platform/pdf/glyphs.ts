import { unicodeReadableName } from 'unicode-name';
import type { Face, Run } from './fonts.ts';

interface OpenFont {
  readonly font: { readonly hasGlyphForCodePoint: (point: number) => boolean };
}

/** Emoji of several characters: flags, keycaps, people with a skin tone, families. */
const SEQUENCE =
  /\p{RI}\p{RI}|[\d#*]\uFE0F?\u20E3|\p{Extended_Pictographic}\uFE0F?(?:\p{EMod}|[\u{E0020}-\u{E007F}]+)?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{EMod}?)*/gu;
/** Replacements for other signs, in texts limited to one face. */
const TWINS: ReadonlyMap<string, string> = new Map([
  ['✅', '✔'],
  ['❌', '✘'],
  ['⭐', '★'],
  ['❗', '!'],
  ['❓', '?'],
]);
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Sets texts in faces that have their characters. Nothing is left out: a character that no face has is replaced by its name. */
export class Glyphs {
  private readonly doc: PDFKit.PDFDocument;
  private readonly known = new Map<string, boolean>();
  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc;
  }

  /** The share of a text's letters and digits that no face has. Where it is large, a text of character names would be unreadable. */
  shareLacking(text: string): number {
    const letters = piecesOf(text).filter((piece) => LETTER.test(piece));
    return letters.length === 0 ? 0 : letters.filter((letter) => this.set(letter, ['text', 'signs']) === null).length / letters.length;
  }

  /** Splits a text by the face that has its characters: its own, else the one with signs, else emoji. */
  runs({ text, font }: Run): Run[] {
    const runs: Run[] = [];
    for (const piece of piecesOf(text)) {
      const set = this.set(piece, [font, 'signs', 'emoji']) ?? this.named(piece, font);
      const last = runs.at(-1);
      if (last?.font === set.font) runs[runs.length - 1] = { text: last.text + set.text, font: set.font };
      else runs.push(set);
    }
    return runs;
  }

  /** Sets a text in a single face, where a text cannot change it: the first that has all characters, else its own or the one with signs. */
  inOneFace({ text, font }: Run): Run {
    const pieces = piecesOf(text);
    const written = (face: Face) =>
      pieces
        .map((piece) => (this.set(piece, [face]) ?? this.set(TWINS.get(piece) ?? piece, [face]) ?? this.named(piece, face)).text)
        .join('');
    const hasAll = (face: Face) => pieces.every((piece) => this.set(piece, [face]) !== null);
    const face =
      ([font, 'signs', 'emoji'] as const).find(hasAll) ?? (pieces.every((one) => this.set(TWINS.get(one) ?? one, [font])) ? font : 'signs');
    return { text: written(face), font: face };
  }

  /** Sets a piece in the first face that has it, or its replacement: a ligature such as ﷺ becomes its letters. */
  private set(piece: string, faces: readonly Face[]): Run | null {
    for (const text of new Set([piece, piece.normalize('NFKC')])) {
      const font = faces.find((face) => [...text].every((character) => this.has(character, face)));
      if (font) return { text, font };
    }
    return null;
  }

  private named(piece: string, font: Face): Run {
    return { text: [...piece].map((character) => (this.has(character, font) ? character : `[${nameOf(character)}]`)).join(''), font };
  }

  private has(character: string, font: Face): boolean {
    if (character === '\n' || character === '\t' || character === '\u200D') return true;
    const key = `${font} ${character}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // its declarations lack the open font
    const { font: open } = (this.doc.font(font) as unknown as { _font: OpenFont })._font;
    const has = open.hasGlyphForCodePoint(character.codePointAt(0)!);
    this.known.set(key, has);
    return has;
  }
}

/** Returns a character's Unicode name in capitals, or its number if it has none. */
function nameOf(character: string): string {
  return unicodeReadableName(character) ?? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Splits the visible text into pieces of one glyph: no control characters, accents joined to their letters, emoji sequences whole. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  const plain = text.normalize('NFC');
  const add = (some: string) => pieces.push(...some.replaceAll(UNSEEN, ''));
  for (const { 0: emoji, index } of plain.matchAll(SEQUENCE)) {
    add(plain.slice(from, index));
    pieces.push(emoji.replaceAll('\uFE0F', ''));
    from = index + emoji.length;
  }
  add(plain.slice(from));
  return pieces;
}
const UNSEEN = /[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}|[\uFE0E\uFE0F]/gu;
