import { createRequire } from 'node:module';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';

const fileOf = (name: string, file: string): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);

/** Literata, as in the headings of every page, and a font with Arabic. */
const FONTS = {
  latin: { font: 'Literata SemiBold', fontfile: fileOf('@expo-google-fonts/literata', '600SemiBold/Literata_600SemiBold.ttf') },
  arabic: { font: 'DejaVu Sans Bold', fontfile: fileOf('dejavu-fonts-ttf', 'ttf/DejaVuSans-Bold.ttf') },
} as const;
const ARABIC = /\p{Script=Arabic}/u;
/** Characters that one of the fonts has, so that a picture shows no empty boxes. */
const SETTABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{N}\p{P}\p{Zs}\p{Mn}+<>=|~^$€£°×÷−→©®™]+$/u;
/** Font sizes in pixels: the largest at which the text fits is used; at the smallest, the text is cut. */
const SIZES = [56, 50, 44, 38, 33, 28];
/** Width of a letter, to compute where to cut; in font sizes, as is the line height. */
const LETTERS = 0.52;
/** Height of a line. */
const LINE = 1.5;

/** Emoji, with the characters that join and colour them. */
const EMOJI = /(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u200d]|\p{Variation_Selector}|\u20e3/gu;

/** Returns the part of a text that a picture can show, which is all except emoji; null when no font has its script. */
export function settable(text: string): string | null {
  const words = text.replaceAll(EMOJI, '').replaceAll(/\s+/g, ' ').trim();
  return SETTABLE.test(words) ? words : null;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Sets a text into a box of a picture, from right to left in Arabic. The text may come from a stranger and is not treated as markup. */
export async function setText(words: string, box: Box, colour: string, sizes: readonly number[] = SIZES): Promise<OverlayOptions> {
  const isArabic = ARABIC.test(words);
  const { font, fontfile } = FONTS[isArabic ? 'arabic' : 'latin'];
  const smallest = sizes.at(-1)!;
  const most = Math.floor((box.width / (smallest * LETTERS)) * Math.floor(box.height / (smallest * LINE)));
  const letters = [...words.replaceAll(/\s+/g, ' ')];
  const text =
    letters.length > most
      ? `${letters
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
      : letters.join('');
  const overflows = ({ info }: typeof set) => info.height > box.height || info.width > box.width;
  let set = await lines(sizes[0]!, 'word');
  for (const size of sizes.slice(1)) if (overflows(set)) set = await lines(size, 'word');
  // a word longer than the line
  if (overflows(set)) set = await lines(smallest, 'word-char');
  return { input: set.data, left: isArabic ? box.left + box.width - set.info.width : box.left, top: box.top };

  function lines(size: number, wrap: 'word' | 'word-char') {
    const markup = `<span foreground="${colour}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</span>`;
    return sharp({
      text: {
        text: markup,
        font: `${font} ${size}`,
        fontfile,
        width: box.width,
        dpi: 72,
        rgba: true,
        wrap,
        align: isArabic ? 'right' : 'left',
      },
    })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
  }
}
