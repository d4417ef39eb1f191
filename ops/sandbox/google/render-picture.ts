import sharp from 'sharp';
import { drawMotif, motifOf } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH, rect, seedOf } from '#contract/courses/cover-art/draw.ts';
import { GLYPHS, wrapText } from './pixel-font.ts';

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
