import type { IncomingMessage } from 'node:http';

/** How much of a refused body is still read, and for how long. */
const MOST_BYTES = 64_000_000;
const MOST_MS = 20_000;

/**
 * Reads the rest of a body that was refused, and keeps none of it. A connection that is closed while its caller still sends is reset, and
 * the answer is lost with it: browsers then report a broken network. Beyond the bounds it is closed all the same.
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
