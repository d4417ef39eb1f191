import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);
const folderOf = (name: string, folder: string): string => path.join(path.dirname(resolve(`${name}/package.json`)), folder);
const DEJAVU = folderOf('dejavu-fonts-ttf', 'ttf');

/**
 * DejaVu (free to embed, dejavu-fonts-ttf/LICENSE): Latin, Greek and Cyrillic in all four faces, and in its sans-serif Arabic, Hebrew and nearly every
 * sign of mathematics. Noto Emoji (OFL): each emoji in outlines, in black, its sequences too. pdfkit embeds the glyphs that a document uses.
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

/** Words in one face. */
export interface Run {
  readonly text: string;
  readonly font: Face;
}

/** Makes the faces known to a document, by their names. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [name, file] of Object.entries(FILES)) doc.registerFont(name, file);
}
