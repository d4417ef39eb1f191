import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { logger } from '#domain/platform/logger.ts';
import { acceptUpgrades } from './upgrades.ts';

const MOST_LISTENERS = 20;

/** Creates the public server: requests and sockets go to the same handler, and no client can keep a connection for ever. */
export function createHttpServer(handle: RequestListener): Server {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 }, handle);
  // the log, the metrics and cancellations wait for the end of an answer, and Koa waits five times for that of a stream: this is no leak
  server.prependListener('request', (_, response) => void response.setMaxListeners(MOST_LISTENERS));
  acceptUpgrades(server, handle);
  watchReaders(server);
  return server;
}

/** A client that reads less than this of a waiting answer in this time is cut off: the slowest phones read a hundred times as much. */
const LEAST_BYTES = 8_192;
const UNREAD_MS = 30_000;
/** Maximum bytes of all waiting answers together. Beyond it, the clients that have read nothing for longest are cut off immediately. */
const MOST_HELD_BYTES = 128_000_000;
const LOOK_MS = 5_000;

interface Reader {
  taken: number;
  since: number;
}

/** Only the handle knows how much of a current write the kernel has accepted. */
type WithHandle = Socket & { readonly _handle: { readonly bytesWritten: number; readonly writeQueueSize: number } | null };

/** Returns the bytes that a client, or the kernel on its behalf, has accepted so far. */
function takenBy(socket: Socket): number {
  const { _handle: handle } = socket as WithHandle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/**
 * Cuts off clients that do not read their waiting answers, on every connection of a server, including sockets: otherwise answers would stay
 * in memory for as long as the clients like.
 * @returns checks the connections once; this also happens automatically every few seconds until the server closes
 */
export function watchReaders(server: Server, { mostHeldBytes = MOST_HELD_BYTES, lookMs = LOOK_MS } = {}): (now?: number) => void {
  const readers = new Map<Socket, Reader>();
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, since: performance.now() });
    socket.once('close', () => readers.delete(socket));
  });

  const cut = (socket: Socket) => {
    logger().info({ held_bytes: socket.writableLength }, 'a client that does not read was disconnected');
    socket.destroy();
  };
  const look = (now = performance.now()) => {
    const stalled: [Socket, Reader][] = [];
    let held = 0;
    for (const [socket, reader] of readers) {
      const taken = takenBy(socket);
      if (socket.writableLength === 0 || taken - reader.taken >= LEAST_BYTES) {
        reader.taken = taken;
        reader.since = now;
      } else if (now - reader.since >= UNREAD_MS) {
        cut(socket);
        continue;
      } else {
        stalled.push([socket, reader]);
      }
      held += socket.writableLength;
    }
    for (const [socket] of stalled.toSorted(([, one], [, other]) => one.since - other.since)) {
      if (held <= mostHeldBytes) return;
      held -= socket.writableLength;
      cut(socket);
    }
  };
  const timer = setInterval(() => look(), lookMs).unref();
  server.once('close', () => clearInterval(timer));
  return look;
}
