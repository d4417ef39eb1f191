import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { logger } from '#domain/platform/logger.ts';
import { acceptUpgrades } from './upgrades.ts';

const MOST_LISTENERS = 20;

/** Creates the public server: requests and sockets go to the same handler, and nobody may hold a connection for ever. */
export function createHttpServer(handle: RequestListener): Server {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 }, handle);
  // the log, the metrics and whoever cancels work wait for the end of an answer, and Koa five times for that of a stream: no leak
  server.prependListener('request', (_, response) => void response.setMaxListeners(MOST_LISTENERS));
  acceptUpgrades(server, handle);
  watchReaders(server);
  return server;
}

/** A client that takes less than this of a waiting answer in this time is cut off: the slowest telephones take a hundred times as much. */
const LEAST_BYTES = 8_192;
const UNREAD_MS = 30_000;
/** How much all waiting answers may hold together. Beyond it, those who have taken nothing for longest are cut off at once. */
const MOST_HELD_BYTES = 128_000_000;
const LOOK_MS = 5_000;

interface Reader {
  taken: number;
  since: number;
}

/** Node counts what the kernel has accepted of a write that is under way on the handle only. */
type WithHandle = Socket & { readonly _handle: { readonly bytesWritten: number; readonly writeQueueSize: number } | null };

/** Bytes that a client, or the kernel for it, has taken so far. */
function takenBy(socket: Socket): number {
  const { _handle: handle } = socket as WithHandle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/**
 * Cuts off clients that do not read what waits for them, on every connection of a server, also those that have become sockets: what waits is
 * held in memory for as long as they like.
 * @returns looks at the connections once; it happens by itself every few seconds until the server closes
 */
export function watchReaders(server: Server, { mostHeldBytes = MOST_HELD_BYTES, lookMs = LOOK_MS } = {}): (now?: number) => void {
  const readers = new Map<Socket, Reader>();
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, since: performance.now() });
    socket.once('close', () => readers.delete(socket));
  });

  const cut = (socket: Socket) => {
    logger().info({ held_bytes: socket.writableLength }, 'a client that does not read was cut off');
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
