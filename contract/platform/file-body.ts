import * as z from 'zod/mini';

/** The body of an endpoint that answers with a file (`media`): bytes, piece by piece. In a browser it is what `Response.body` gives. */
export const fileBody = z.custom<AsyncIterable<Uint8Array>>(
  (body) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body,
  'Must be a stream of bytes.',
);
