import sharp from 'sharp';
import { drawMotif, motifOf } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH, rect, seedOf } from '#contract/courses/cover-art/draw.ts';

/** Words of our prompts that say how, not what. */
const MANNER = /^A flat illustration of |, warm colours, no text$/g;
/** Size of a dot of a letter, in units of the drawing. */
const DOT = 2;
const LETTER = { width: 6 * DOT, height: 8 * DOT };
const TEXT = { letters: Math.floor((COVER_WIDTH - 32) / LETTER.width), lines: 3 };

const pngOf = (inner: string, width: number, height: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice">${inner}</svg>`,
    ),
  )
    .png({ compressionLevel: 3 })
    .toBuffer();

/** Draws a motif of a prompt's subject as PNG, the same for the same prompt: of the same families as the covers of courses. */
export function renderPicture(prompt: string, width: number, height: number): Promise<Buffer> {
  const title = prompt.replaceAll(MANNER, '');
  return pngOf(drawMotif(motifOf({ title }), seedOf(prompt)), width, height);
}

/** Draws a title at the foot of a transparent PNG, in letters that need no font. */
export function renderTitle(title: string, width: number, height: number): Promise<Buffer> {
  const lines = wrapText(title, TEXT);
  const top = COVER_HEIGHT - 34 - lines.length * LETTER.height;
  const dots = lines.flatMap((line, row) =>
    [...line].flatMap((letter, column) =>
      (GLYPHS[letter] ?? []).flatMap((bits, y) =>
        [0, 1, 2, 3, 4].flatMap((x) =>
          bits & (16 >> x) ? rect(24 + column * LETTER.width + x * DOT, top + 8 + row * LETTER.height + y * DOT, DOT, DOT, '#FFFFFF') : [],
        ),
      ),
    ),
  );
  const band = rect(0, top, COVER_WIDTH, lines.length * LETTER.height + 12, '#1E252D', { opacity: 0.78 });
  return pngOf(band + dots.join(''), width, height);
}

/** A 5 by 7 pixel font: each letter's rows from the top, one bit per pixel, the leftmost the highest. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  0: [14, 17, 19, 21, 25, 17, 14],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 2, 4, 8, 31],
  3: [30, 1, 1, 14, 1, 1, 30],
  4: [2, 6, 10, 18, 31, 2, 2],
  5: [31, 16, 30, 1, 1, 17, 14],
  6: [6, 8, 16, 30, 17, 17, 14],
  7: [31, 1, 2, 4, 8, 8, 8],
  8: [14, 17, 17, 14, 17, 17, 14],
  9: [14, 17, 17, 15, 1, 2, 12],
  '.': [0, 0, 0, 0, 0, 12, 12],
  ',': [0, 0, 0, 0, 12, 4, 8],
  '!': [4, 4, 4, 4, 4, 0, 4],
  '?': [14, 17, 1, 2, 4, 0, 4],
  "'": [4, 4, 8, 0, 0, 0, 0],
  '-': [0, 0, 0, 31, 0, 0, 0],
};

/** Wraps a prompt's text into at most `lines` lines of `letters` letters, with the letters the font has. */
function wrapText(prompt: string, { letters, lines: most }: { readonly letters: number; readonly lines: number }): string[] {
  const lines: string[] = [];
  for (const word of prompt
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 .,!?'-]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, letters));
  }
  return lines.slice(0, most);
}
