import type { IncomingMessage } from 'node:http';

/** How many bytes of a rejected body are still read, and for how long. */
const MOST_BYTES = 64_000_000;
const MOST_MS = 20_000;

/**
 * Reads and discards the rest of a rejected body. Closing a connection while the client is still sending resets it, which loses the answer:
 * browsers would report a network error. Beyond the limits it is closed anyway.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  let left = MOST_BYTES;
  const timer = setTimeout(() => socket.destroy(), MOST_MS).unref();
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
