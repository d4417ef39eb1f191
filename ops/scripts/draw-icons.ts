import sharp from 'sharp';
import { PRODUCT } from '#contract/product.ts';
import { SHARE_PICTURE } from '#contract/site.ts';
import { drawnCover } from '#domain/courses/pictures/draw-share-picture.command.ts';
import { setText } from '#domain/courses/pictures/share-text.ts';

const PETROL = '#0B5C63';
const PAPER = '#F6F4EE';
/** Sides of the icons in pixels, by file; `scale` of the mark where the system crops the edges. */
const ICONS = {
  'icons/app-192.png': { side: 192, scale: null },
  'icons/app-512.png': { side: 512, scale: null },
  'icons/app-maskable-512.png': { side: 512, scale: 0.72 },
  'icons/apple-touch-icon.png': { side: 180, scale: 0.86 },
} as const;

/** Returns the app's icons and the picture for shared links as PNG, by file of `frontend/public`, drawn from its favicon. */
export async function drawIcons(favicon: string): Promise<Record<string, Buffer>> {
  const drawn: Record<string, Buffer> = {};
  for (const [file, { side, scale }] of Object.entries(ICONS)) {
    const shift = (1 - (scale ?? 1)) * 32;
    const svg =
      scale === null
        ? favicon
        : favicon.replace('rx="14"', '').replace('<g>', `<g transform="translate(${shift} ${shift}) scale(${scale})">`);
    const icon = sharp(Buffer.from(svg), { density: (72 * side) / 64 }).resize(side, side);
    // icons that systems crop have no round corners, and no alpha, which iOS would show as black
    drawn[file] = await (scale === null ? icon : icon.removeAlpha()).png({ compressionLevel: 9 }).toBuffer();
  }
  drawn[SHARE_PICTURE.path.slice(1)] = await drawShare(drawn['icons/app-192.png']!);
  return drawn;
}

/** Draws the picture for shared links: what users do with the product, beside four covers. */
async function drawShare(icon: Buffer): Promise<Buffer> {
  const { width, height } = SHARE_PICTURE;
  const size = { width: 264, height: 165 };
  const titles = [
    'Reading the night sky',
    'Sourdough bread at home',
    'The cell, from membrane to division',
    'How tides work',
    'Speaking in public',
    'Bridges',
  ];
  const covers = await Promise.all(titles.map((title) => drawnCover({ title }, size)));
  const line = (words: string, top: number, most: number, colour: string, letters: number) =>
    setText(words, { left: 72, top, width: 500, height: most }, colour, [letters]);
  return sharp({ create: { width, height, channels: 3, background: PAPER } })
    .composite([
      ...covers.map((input, n) => ({ input, left: 612 + (n % 2) * 284, top: 48 + Math.floor(n / 2) * 185 })),
      { input: await sharp(icon).resize(64, 64).toBuffer(), left: 72, top: 84 },
      await setText(PRODUCT, { left: 156, top: 96, width: 400, height: 60 }, PETROL, [40]),
      await line('Describe what you want to learn.', 186, 270, '#16191D', 58),
      await line('Read the course that is written for you, lesson by lesson.', 468, 100, '#545A61', 30),
    ])
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();
}
