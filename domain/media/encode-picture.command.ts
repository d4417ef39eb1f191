import sharp from 'sharp';
import { PICTURE_SIZE, THUMB_SIZE } from '#contract/courses/course-pictures.contract.ts';

/** Type of course pictures and thumbnails. */
export const PICTURE_TYPE = 'image/webp';
/** Pixel limit, so that a small file cannot decode to a huge picture. */
const MOST_PIXELS = 40_000_000;
const QUALITY = { large: 80, small: 72 } as const;

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

/** Returns the thumbnail of an encoded picture. */
export const encodeThumb = (large: Uint8Array): Promise<Buffer> =>
  sharp(large).resize(THUMB_SIZE).webp({ quality: QUALITY.small }).toBuffer();
