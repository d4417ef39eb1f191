import { createServer, type RequestListener, type Server } from 'node:http';
import { watchReaders } from './slow-readers.ts';
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
