import { isIP, Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { AbstractConnector, type RedisOptions } from 'ioredis';

type Store = 'database' | 'redis';

let make: (store: Store) => Socket = () => new Socket();

/** Sets how sockets to the stores are created, in a process that connects for a single purpose. */
export function setStoreSockets(next: (store: Store) => Socket): void {
  make = next;
}

/** Returns an unconnected socket to a store. */
export const storeSocket = (store: Store): Socket => make(store);

/** Connects to Redis through the configured sockets, for which ioredis has no option. */
export class RedisConnector extends AbstractConnector {
  readonly #options: RedisOptions;

  // ioredis declares the options as unknown
  constructor(options: unknown) {
    super((options as RedisOptions).disconnectTimeout ?? 0);
    this.#options = options as RedisOptions;
  }

  override async connect(): Promise<Socket> {
    const { host = 'localhost', port = 6379, path, family, tls } = this.#options;
    this.connecting = true;
    const socket = storeSocket('redis').connect(path ? { path } : { host, port, ...(family && { family }) });
    const secure: ConnectionOptions = { ...(isIP(host) === 0 && { servername: host }), ...tls, socket };
    return (this.stream = tls ? connectTls(secure) : socket);
  }
}
