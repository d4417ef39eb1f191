// Decodes pictures of strangers and encodes them in the sizes of course pictures, in a restricted process that `encode-pictures.command.ts` starts.
import sharp from 'sharp';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { encodePicture, encodeThumb } from './encode-picture.command.ts';

// one process, one processor; each picture is another one
sharp.concurrency(1);
sharp.cache(false);
// of all formats it can read, only those in which we write pictures: the fewer decoders, the fewer faults
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadPng'] });

interface Asked {
  /** Sizes of the pictures in the bytes, in order. */
  readonly sizes: readonly number[];
  readonly mostPixels: number;
}

/** Number of pixels that decoding it yields, by its header; 0 when it is none. */
async function pixelsOf(picture: Uint8Array): Promise<number> {
  const found = await sharp(picture)
    .metadata()
    .catch(() => null);
  return found ? found.width * found.height * (found.pages ?? 1) : 0;
}

/** Answers, for each picture, the sizes of what was made of it, large and small; null for one that cannot be opened. */
export const work: RestrictedWork = async (asked, bytes) => {
  const { sizes, mostPixels } = asked as Asked;
  let at = 0;
  const pictures = sizes.map((size) => bytes.subarray(at, (at += size)));
  let pixels = 0;
  for (const picture of pictures) pixels += await pixelsOf(picture);
  if (pixels > mostPixels) throw new Error(`${pixels} pixels are more than ${mostPixels}`);
  const made: ({ large: number; small: number } | null)[] = [];
  const parts: Uint8Array[] = [];
  for (const picture of pictures) {
    const large = await encodePicture(picture);
    const small = large && (await encodeThumb(large));
    made.push(large && small && { large: large.length, small: small.length });
    if (large && small) parts.push(large, small);
  }
  return { value: made, bytes: Buffer.concat(parts) };
};
