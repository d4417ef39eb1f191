import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);
const folderOf = (name: string, folder: string): string => path.join(path.dirname(resolve(`${name}/package.json`)), folder);
const DEJAVU = folderOf('dejavu-fonts-ttf', 'ttf');

/**
 * DejaVu (free to embed, dejavu-fonts-ttf/LICENSE): Latin, Greek and Cyrillic in all four faces; its sans-serif also has Arabic, Hebrew and
 * nearly every mathematical sign. Noto Emoji (OFL): each emoji, including sequences, as a black outline. pdfkit embeds only the glyphs that
 * a document uses.
 */
const FILES = {
  text: path.join(DEJAVU, 'DejaVuSerifCondensed.ttf'),
  bold: path.join(DEJAVU, 'DejaVuSerifCondensed-Bold.ttf'),
  italic: path.join(DEJAVU, 'DejaVuSerifCondensed-Italic.ttf'),
  boldItalic: path.join(DEJAVU, 'DejaVuSerifCondensed-BoldItalic.ttf'),
  code: path.join(DEJAVU, 'DejaVuSansMono.ttf'),
  signs: path.join(DEJAVU, 'DejaVuSans.ttf'),
  emoji: path.join(folderOf('@expo-google-fonts/noto-emoji', '400Regular'), 'NotoEmoji_400Regular.ttf'),
} as const;
export type Face = keyof typeof FILES;

/** A run of text in one face. */
export interface Run {
  readonly text: string;
  readonly font: Face;
}

/** Registers the faces with a document, by name. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(FILES)) doc.registerFont(name, file);
}
