import { createRequire } from 'node:module';
import path from 'node:path';

const FOLDER = path.join(path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');

/**
 * DejaVu (free to embed, dejavu-fonts-ttf/LICENSE): Latin, Greek and Cyrillic in all four faces, and in its sans-serif nearly every sign of
 * mathematics. pdfkit embeds the glyphs that a document uses.
 */
const FILES = {
  text: 'DejaVuSerifCondensed',
  bold: 'DejaVuSerifCondensed-Bold',
  italic: 'DejaVuSerifCondensed-Italic',
  boldItalic: 'DejaVuSerifCondensed-BoldItalic',
  code: 'DejaVuSansMono',
  signs: 'DejaVuSans',
} as const;
export type Face = keyof typeof FILES;

/** Words in one face. */
export interface Run {
  readonly text: string;
  readonly font: Face;
}

/** Makes the faces known to a document, by their names. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(FILES)) doc.registerFont(name, path.join(FOLDER, `${file}.ttf`));
}

interface OpenFont {
  readonly font: { readonly hasGlyphForCodePoint: (point: number) => boolean };
}

/** Sets texts in faces that have their characters. */
export class Glyphs {
  private readonly doc: PDFKit.PDFDocument;
  private readonly known = new Map<string, boolean>();
  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc;
  }

  /** Tells whether a text has letters or figures that no face has: without them it would say something else. */
  lacksLettersOf(text: string): boolean {
    return printable(text).some(
      (character) => /[\p{L}\p{M}\p{N}]/u.test(character) && !this.has(character, 'text') && !this.has(character, 'signs'),
    );
  }

  /** Divides a text by the face that has its characters: its own, else that of signs; what neither has, such as emoji, is left out. */
  runs({ text, font }: Run): Run[] {
    const set = printable(text).map((character) => this.set(character, font));
    return set.reduce<Run[]>((runs, one) => {
      const last = runs.at(-1);
      if (last?.font === one.font) runs[runs.length - 1] = { text: last.text + one.text, font: one.font };
      else runs.push(one);
      return runs;
    }, []);
  }

  /** Sets a text in one face, for where a text cannot change it: its own if that has all characters, else that of signs. */
  inOneFace({ text, font }: Run): Run {
    const characters = printable(text);
    const chosen = characters.every((character) => this.has(character, font)) ? font : 'signs';
    return { text: characters.filter((character) => this.has(character, chosen)).join(''), font: chosen };
  }

  private set(character: string, font: Face): Run {
    if (this.has(character, font)) return { text: character, font };
    return { text: this.has(character, 'signs') ? character : '', font: this.has(character, 'signs') ? 'signs' : font };
  }

  private has(character: string, font: Face): boolean {
    if (character === '\n' || character === '\t') return true;
    const key = `${font} ${character}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // its declarations leave out the open font
    const { font: open } = (this.doc.font(font) as unknown as { _font: OpenFont })._font;
    const has = open.hasGlyphForCodePoint(character.codePointAt(0)!);
    this.known.set(key, has);
    return has;
  }
}

/** Characters that are set: no control characters, and accents joined to their letters. */
const printable = (text: string): string[] => [...text.normalize('NFC').replaceAll(/[^\P{C}\n\t]/gu, '')];
