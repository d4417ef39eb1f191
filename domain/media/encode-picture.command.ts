import sharp from 'sharp';
import { PICTURE_SIZE, THUMB_SIZE } from '#contract/courses/course-pictures.contract.ts';

/** Of pictures of courses, large and small. */
export const PICTURE_TYPE = 'image/webp';
/** What a file may have, so that a small one does not become a huge one when it is opened. */
const MOST_PIXELS = 40_000_000;
const QUALITY = { large: 80, small: 72 } as const;

/** Decodes a picture and writes it anew in the size of a course's: what else the file held does not survive. Null: it is no picture, or half of one. */
export function encodePicture(bytes: Uint8Array): Promise<Buffer | null> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ ...PICTURE_SIZE, fit: 'cover' })
    .webp({ quality: QUALITY.large })
    .toBuffer()
    .catch(() => null);
}

/** The small one of a picture that was encoded. */
export const encodeThumb = (large: Uint8Array): Promise<Buffer> =>
  sharp(large).resize(THUMB_SIZE).webp({ quality: QUALITY.small }).toBuffer();
