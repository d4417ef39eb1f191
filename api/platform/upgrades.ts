import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';

/** A connection that asks to become a socket, as its handler gets it once the guard has let it in. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that came with the request. */
  readonly head: Buffer;
}

const asked = new WeakMap<IncomingMessage, { upgrade: Upgrade; detach: () => void }>();

/**
 * Sends requests for sockets the way of all others: the same middlewares, the same guard. What is refused is answered as any request is, over
 * the connection that would have become a socket, and the connection ends.
 */
export function acceptUpgrades(server: Server, handle: RequestListener): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = new ServerResponse(request);
    response.assignSocket(socket as Socket);
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    socket.on('error', () => socket.destroy());
    asked.set(request, { upgrade: { request, socket, head }, detach: () => response.detachSocket(socket as Socket) });
    handle(request, response);
  });
}

/** Whether a request asks for a socket. */
export const isUpgrade = (request: IncomingMessage): boolean => asked.has(request);

/** Takes the connection away from HTTP: nothing answers on it any more but who gets it. */
export function takeSocket(request: IncomingMessage): Upgrade {
  const found = asked.get(request);
  if (!found) throw new Error('this request did not ask for a socket');
  asked.delete(request);
  found.detach();
  return found.upgrade;
}
