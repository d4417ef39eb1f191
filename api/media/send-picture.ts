import type { Buffer } from 'node:buffer';

/** Answers with a drawn picture, which other sites may embed: readers of feeds and previews of links do. `caching` is its Cache-Control. */
export const sendPicture = (bytes: Buffer, caching: string) => ({
  status: 200 as const,
  body: oneChunk(bytes),
  headers: { 'Cache-Control': caching, 'Content-Length': String(bytes.length), 'Cross-Origin-Resource-Policy': 'cross-origin' },
});

/** A whole file as the stream that a response is. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
