import { createHash } from 'node:crypto';
import * as z from 'zod';
import sharp from 'sharp';
import { PICTURE_SIZE, THUMB_SIZE } from '#contract/courses/course-pictures.contract.ts';
import { isInputFailure, restricted, RestrictedFailure } from '#domain/platform/restricted/restricted-process.ts';
import type { ChildOf } from '#domain/platform/restricted/child-turns.ts';

/** One picture that becomes a JPEG, or many that become course pictures: `sizes` are those of the pictures in the bytes, in order. */
export type EncodeRequest = { readonly longestSide: number } | { readonly sizes: readonly number[]; readonly mostPixels: number };

/** Limit on the pixels of all pictures in one call: a third more than 200 course pictures have. */
const MOST_PIXELS = 250_000_000;

/**
 * One call per process at a time. The decoder is a native library, which Node's permissions cannot restrict. It is contained by an empty
 * environment, decoders for only three formats, and limits on pixels, time and memory.
 */
const TASK = {
  module: new URL('encode-pictures.task.ts', import.meta.url),
  heapMb: 256,
  memoryBytes: 900_000_000,
  cpuMs: 90_000,
  withinMs: 300_000,
  answerBytes: 100_000_000,
  processes: 1,
  isFresh: true,
  mayLoadNative: true,
};
const encode = restricted(TASK);
const encodeOne = restricted({ ...TASK, cpuMs: 15_000, withinMs: 60_000 });

const answerSchema = z.array(z.nullable(z.object({ large: z.int(), small: z.int() })));

export interface EncodedPicture {
  readonly large: Uint8Array;
  readonly small: Uint8Array;
}

/**
 * Encodes untrusted pictures as course pictures and thumbnails; equal ones are decoded once. Null for a picture that cannot be opened.
 * @throws RestrictedFailure when together they exceed the limits; the signal's reason
 */
export async function encodePictures(pictures: readonly Uint8Array[], { turn, signal }: ChildOf): Promise<(EncodedPicture | null)[]> {
  if (pictures.length === 0) return [];
  const keys = pictures.map((picture) => createHash('sha256').update(picture).digest('hex'));
  const distinct = new Map(pictures.map((picture, n) => [keys[n]!, picture]));
  const files = [...distinct.values()];
  const value: EncodeRequest = { sizes: files.map(({ length }) => length), mostPixels: MOST_PIXELS };
  const answer = await encode({ turn, signal, value, bytes: files });
  const bytes = Buffer.concat(answer.chunks);
  let at = 0;
  const take = (size: number) => bytes.subarray(at, (at += size));
  const made = answerSchema.parse(answer.value).map((sizes) => sizes && { large: take(sizes.large), small: take(sizes.small) });
  if (made.length !== files.length) throw new RestrictedFailure('failed');
  const byKey = new Map([...distinct.keys()].map((key, n) => [key, made[n] ?? null]));
  return keys.map((key) => byKey.get(key) ?? null);
}

/** Encodes an untrusted picture as JPEG, with sides of at most `longestSide` pixels; null when it cannot be opened within the limits. */
export async function encodeStrangersJpeg(picture: Uint8Array, longestSide: number, whose: ChildOf): Promise<Uint8Array | null> {
  try {
    const { chunks } = await encodeOne({ ...whose, value: { longestSide } satisfies EncodeRequest, bytes: [picture] });
    return chunks.length > 0 ? Buffer.concat(chunks) : null;
  } catch (error) {
    if (isInputFailure(error)) return null;
    throw error;
  }
}

// no cache: every picture is different, so it would only take memory
sharp.cache(false);

/** Type of course pictures and thumbnails. */
export const PICTURE_TYPE = 'image/webp';
/** Pixel limit, so that a small file cannot decode to a huge picture. */
const MOST_PIXELS_OF_ONE = 40_000_000;
const QUALITY = { large: 80, small: 72, jpeg: 90 } as const;

/**
 * Decodes a picture and re-encodes it in the size of course pictures, so that nothing else in the file survives. Null when it is no
 * picture, or truncated.
 */
export function encodePicture(bytes: Uint8Array): Promise<Buffer | null> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS_OF_ONE, failOn: 'error' })
    .rotate()
    .resize({ ...PICTURE_SIZE, fit: 'cover' })
    .webp({ quality: QUALITY.large })
    .toBuffer()
    .catch(() => null);
}

/**
 * Decodes a picture and re-encodes it as JPEG with sides of at most `longestSide` pixels, so that nothing else in the file (scripts,
 * positions, a second format) survives. Null when it is no picture, or truncated.
 */
export function encodeJpeg(bytes: Uint8Array, longestSide: number): Promise<Buffer | null> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS_OF_ONE, failOn: 'error' })
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
