import { ServerResponse, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Entry } from './doors.ts';

/** A WebSocket upgrade request, as its handler gets it once the guard has accepted it. */
export interface Upgrade extends Asked {
  /** Does what a message asks for, at the expense of whose socket it is. */
  readonly pay: Entry['socketPay'];
}

interface Asked {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that arrived together with the request. */
  readonly head: Buffer;
}

const pending = new WeakMap<IncomingMessage, { asked: Asked; detach: () => void }>();

/**
 * Sends upgrade requests through the same middlewares and the same guard as all others. A rejected one is answered over its connection like
 * any request, and the connection is closed.
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

/** Detaches the connection from HTTP: only the caller of this function writes to it from now on. @param entry by which the request has come in */
export function takeSocket(request: IncomingMessage, entry: Entry): Upgrade {
  const found = pending.get(request);
  if (!found) throw new Error('this request did not ask for a socket');
  pending.delete(request);
  found.detach();
  return { ...found.asked, pay: (work) => entry.socketPay(work) };
}
