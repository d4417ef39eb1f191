import type { Buffer } from 'node:buffer';

/** Answers with a drawn picture, which other sites can embed, as feed readers and link previews do. `caching` is its Cache-Control. */
export const sendPicture = (bytes: Buffer, caching: string) => ({
  status: 200 as const,
  body: oneChunk(bytes),
  headers: { 'Cache-Control': caching, 'Content-Length': String(bytes.length), 'Cross-Origin-Resource-Policy': 'cross-origin' },
});

/** Returns a whole file as a response's stream. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
