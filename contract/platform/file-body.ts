import * as z from 'zod/mini';

/** The body of an endpoint that returns a file (`media`): bytes in chunks. In a browser it is `Response.body`. */
export const fileBody = z.custom<AsyncIterable<Uint8Array>>(
  (body) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body,
  'Must be a stream of bytes.',
);

/** The body of an endpoint that returns events (`event`) as they happen. */
export const eventsBody = z.custom<AsyncIterable<unknown>>(
  (body) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body,
  'Must be a stream of events.',
);

/**
 * The body of an endpoint whose connection becomes a socket (`socket`): the function that takes it over. Only the server knows the socket's
 * type.
 */
export const socketBody = z.custom<(upgrade: never) => void>((body) => typeof body === 'function', 'Must take the socket.');
