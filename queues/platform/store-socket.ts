import { isIP, Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { AbstractConnector, type RedisOptions } from 'ioredis';

type Store = 'database' | 'redis';

let make: (store: Store) => Socket = () => new Socket();

/** Sets where the sockets of the stores come from, in a process that connects for a purpose only. */
export function setStoreSockets(next: (store: Store) => Socket): void {
  make = next;
}

/** Returns an unconnected socket to a store. */
export const storeSocket = (store: Store): Socket => make(store);

/** Connects to Redis through such a socket: ioredis has no option for it. */
export class RedisConnector extends AbstractConnector {
  readonly #options: RedisOptions;

  // ioredis declares what it gives as unknown
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
