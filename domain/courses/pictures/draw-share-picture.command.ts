import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { coverArt, type CoverSubject } from '#contract/courses/cover-art/cover-art.ts';
import { COVER_HEIGHT, COVER_WIDTH } from '#contract/courses/cover-art/draw.ts';
import { PRODUCT } from '#contract/product.ts';
import { SHARE_SHAPES, type ShareShape } from '#contract/site.ts';
import { settable, setText } from './share-text.ts';

/** Paper, ink, petrol and rust, as in the light scheme. */
const COLOURS = { paper: '#F6F4EE', ink: '#1A1A1A', petrol: '#0B5C63', rust: '#A8481C' } as const;
/** Positions of cover and words, in pixels; both shapes keep the cover's proportions. */
const PLACES = {
  wide: {
    art: { left: 488, top: 105, width: 672, height: 420 },
    words: { left: 64, top: 186, width: 384, height: 300 },
    brand: { left: 84, top: 108 },
  },
  square: {
    art: { left: 30, top: 30, width: 540, height: 338 },
    words: { left: 36, top: 448, width: 528, height: 122 },
    brand: { left: 56, top: 394 },
  },
} as const;
const RADIUS = 20;
/** Part of every key, so that a new design has a new address. */
const EDITION = 2;
/** Number of cached pictures, of 100 to 200 kB each. */
const KEPT = 64;

/** The content of a course picture for shared links and feeds. */
export interface SharePicture extends CoverSubject {
  readonly shape: ShareShape;
  /** A line below the title: the holder of a certificate. */
  readonly note?: string;
  /** The course's own picture, which replaces the drawn cover. `id` identifies its bytes for good. */
  readonly picture: { readonly id: string; readonly read: () => AsyncIterable<Uint8Array> } | null;
}

/** Returns a key for everything that a picture shows, so that its address can be cached for good. */
export const shareKey = ({
  title,
  category,
  note,
  picture,
  shape,
}: Omit<SharePicture, 'picture' | 'shape'> & { picture: { id: string } | null; shape: ShareShape | 'podcast' }): string =>
  createHash('sha256')
    .update(JSON.stringify([EDITION, title, category ?? null, note ?? null, picture?.id ?? null, shape]))
    .digest('base64url')
    .slice(0, 22);

// drawing occupies a processor for a tenth of a second: one at a time, and each picture once, however many ask
const oneAtATime = pLimit(1);
const cache = new Map<string, Promise<Buffer>>();

/** Draws a course for shared links and feeds, as PNG in the size of its shape. */
export const drawSharePicture = (shown: SharePicture): Promise<Buffer> => drawOnce(shareKey(shown), () => draw(shown));

function drawOnce(key: string, drawing: () => Promise<Buffer>): Promise<Buffer> {
  const known = cache.get(key);
  const drawn = known ?? oneAtATime(drawing);
  // least recently used first
  cache.delete(key);
  cache.set(key, drawn);
  if (cache.size > KEPT) cache.delete(cache.keys().next().value!);
  if (!known) drawn.catch(() => cache.delete(key));
  return drawn;
}

/** Side of a podcast's cover, in pixels: the minimum of podcast directories. */
const SQUARE = { width: 1_400, height: 1_400 } as const;

/** Draws the cover of a course as a square, as JPEG. */
export const drawSquareCover = ({ picture, ...subject }: Pick<SharePicture, 'title' | 'category' | 'picture'>): Promise<Buffer> =>
  drawOnce(shareKey({ ...subject, picture, shape: 'podcast' }), async () =>
    sharp(picture ? await bytesOf(picture.read()) : await drawnCover(subject, SQUARE))
      .resize({ ...SQUARE, fit: 'cover' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  );

async function draw({ title, category, note, picture, shape }: SharePicture): Promise<Buffer> {
  const { width, height } = SHARE_SHAPES[shape];
  const { art, words, brand } = PLACES[shape];
  const rule = `<rect x="${brand.left - 20}" y="${brand.top - 2}" width="4" height="34" fill="${COLOURS.petrol}"/>`;
  const cover = await coverOf({ title, category, picture }, art);
  const lines = [setText(PRODUCT, { ...brand, width: 300, height: 40 }, COLOURS.ink, [26])];
  const top = note === undefined ? words.height : words.height - 84;
  const [titleWords, noteWords] = [settable(title), settable(note ?? '')];
  if (titleWords !== null) lines.push(setText(titleWords, { ...words, height: top }, COLOURS.ink));
  if (noteWords !== null)
    lines.push(setText(noteWords, { left: words.left, top: words.top + top + 14, width: words.width, height: 70 }, COLOURS.rust, [28, 24]));
  return sharp(Buffer.from(svg(width, height, `<rect width="${width}" height="${height}" fill="${COLOURS.paper}"/>${rule}`)))
    .composite([{ input: cover, left: art.left, top: art.top }, ...(await Promise.all(lines))])
    .png({ compressionLevel: 8, palette: true, quality: 90 })
    .toBuffer();
}

const svg = (width: number, height: number, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`;

/** The cover with round corners. */
async function coverOf(
  { picture, ...subject }: Pick<SharePicture, 'title' | 'category' | 'picture'>,
  size: { width: number; height: number },
) {
  const { width, height } = size;
  const corners = svg(width, height, `<rect width="${width}" height="${height}" rx="${RADIUS}"/>`);
  const cover = picture ? await bytesOf(picture.read()) : await drawnCover(subject, size);
  return sharp(cover)
    .resize({ width, height, fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Draws the cover of a course without a picture, as PNG. */
export const drawnCover = (subject: CoverSubject, { width, height }: { width: number; height: number }): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" preserveAspectRatio="xMidYMid slice">${coverArt(subject)}</svg>`,
    ),
  )
    .png({ compressionLevel: 1 })
    .toBuffer();

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
