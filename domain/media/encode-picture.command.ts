import sharp from 'sharp';
import { PICTURE_SIZE, THUMB_SIZE } from '#contract/courses/course-pictures.contract.ts';

// every picture is another one: what is kept of it would only take memory
sharp.cache(false);

/** Type of course pictures and thumbnails. */
export const PICTURE_TYPE = 'image/webp';
/** Pixel limit, so that a small file cannot decode to a huge picture. */
const MOST_PIXELS = 40_000_000;
const QUALITY = { large: 80, small: 72, jpeg: 90 } as const;

/**
 * Decodes a picture and re-encodes it in the size of course pictures: nothing else in the file survives. Null: it is no picture, or
 * truncated.
 */
export function encodePicture(bytes: Uint8Array): Promise<Buffer | null> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ ...PICTURE_SIZE, fit: 'cover' })
    .webp({ quality: QUALITY.large })
    .toBuffer()
    .catch(() => null);
}

/**
 * Decodes a picture and re-encodes it as JPEG with sides of at most `longestSide` pixels: nothing else in the file (scripts, positions, a
 * second format) survives. Null: it is no picture, or truncated.
 */
export function encodeJpeg(bytes: Uint8Array, longestSide: number): Promise<Buffer | null> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: QUALITY.jpeg })
    .toBuffer()
    .catch(() => null);
}

/** Returns the thumbnail of an encoded picture. */
export const encodeThumb = (large: Uint8Array): Promise<Buffer> =>
  sharp(large).resize(THUMB_SIZE).webp({ quality: QUALITY.small }).toBuffer();
