// Decodes untrusted pictures and encodes them again, in a restricted process that `picture.commands.ts` starts.
import sharp from 'sharp';
import type { RestrictedWork } from '#domain/platform/restricted/restricted-process.ts';
import { encodeJpeg, encodePicture, encodeThumb, type EncodeRequest } from './picture.commands.ts';

// one process, one processor
sharp.concurrency(1);
// of all formats it can read, only those that we accept: fewer decoders mean fewer bugs
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadPng'] });

/** Returns the number of pixels that decoding yields, from the header; 0 when it is no picture. */
async function pixelsOf(picture: Uint8Array): Promise<number> {
  const found = await sharp(picture)
    .metadata()
    .catch(() => null);
  return found ? found.width * found.height * (found.pages ?? 1) : 0;
}

export const work: RestrictedWork = async (value, bytes) => {
  const request = value as EncodeRequest;
  if ('sizes' in request) return coursePictures(request, bytes);
  const jpeg = await encodeJpeg(bytes, request.longestSide);
  return jpeg ? { bytes: jpeg } : {};
};

/** Returns for each picture the sizes of its large and small versions, or null for a picture that cannot be opened. */
const coursePictures = async ({ sizes, mostPixels }: Extract<EncodeRequest, { sizes: unknown }>, bytes: Uint8Array) => {
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
