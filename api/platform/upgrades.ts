import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Entry } from './doors.ts';

/** A WebSocket upgrade request, as its handler receives it once the guard has accepted it. */
export interface Upgrade extends Asked {
  /** Does the work of a message at the expense of the socket's owner. */
  readonly pay: Entry['socketPay'];
}

interface Asked {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that arrived with the request. */
  readonly head: Buffer;
}

const pending = new WeakMap<IncomingMessage, { asked: Asked; detach: () => void }>();

/**
 * Sends upgrade requests through the same middlewares and guard as all others. A refused request is answered like any other, and the
 * connection is closed.
 */
export function acceptUpgrades(server: Server, handle: RequestListener): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = new ServerResponse(request);
    response.assignSocket(socket as Socket);
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    socket.on('error', () => socket.destroy());
    pending.set(request, { asked: { request, socket, head }, detach: () => response.detachSocket(socket as Socket) });
    handle(request, response);
  });
}

/** Tells whether a request asks for a WebSocket. */
export const isUpgrade = (request: IncomingMessage): boolean => pending.has(request);

/** Detaches the connection from HTTP: from now on only the caller of this function writes to it. @param entry the request's entry */
export function takeSocket(request: IncomingMessage, entry: Entry): Upgrade {
  const found = pending.get(request);
  if (!found) throw new Error('this request is not a WebSocket upgrade');
  pending.delete(request);
  found.detach();
  return { ...found.asked, pay: (work) => entry.socketPay(work) };
}
