import { createServer, type RequestListener, type Server } from 'node:http';
import { watchReaders } from './slow-readers.ts';
import { acceptUpgrades } from './upgrades.ts';

/** Creates the public server: requests and sockets go to the same handler, and nobody may hold a connection for ever. */
export function createHttpServer(handle: RequestListener): Server {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 }, handle);
  acceptUpgrades(server, handle);
  watchReaders(server);
  return server;
}
