import { EventEmitter } from 'node:events';
import type pg from 'pg';

/** What BullMQ asks of the client that a worker keeps for LISTEN. */
interface WorkerClient extends EventEmitter {
  query(text: string, values?: unknown[]): Promise<unknown>;
  release(): void;
}

/**
 * A pool whose clients are told of jobs on one connection they share. BullMQ keeps a connection a worker for LISTEN, though all of them
 * listen on the same channel; a process has a dozen workers, and Postgres has few connections. Everything but LISTEN goes to the pool
 * statement by statement: the clients are for single statements, not for transactions.
 */
export function shareListener(pool: pg.Pool): pg.Pool {
  const clients = new Set<WorkerClient>();
  let listening: Promise<pg.PoolClient> | null = null;
  /** What the connection was asked to listen to. */
  let channels = new Map<string, Promise<unknown>>();

  /** The connection is gone: each worker hears it as if it were its own, and asks for a new one. */
  const lost = (client: pg.PoolClient, error: Error) => {
    listening = null;
    channels = new Map();
    client.removeAllListeners('notification');
    client.release(error);
    for (const one of clients) if (one.listenerCount('error') > 0) one.emit('error', error);
  };
  const listen = (): Promise<pg.PoolClient> => {
    listening ??= (async () => {
      const client = await pool.connect();
      client.on('notification', (message) => {
        for (const one of clients) one.emit('notification', message);
      });
      client.once('error', (error) => {
        // a connection that breaks says so more than once
        client.on('error', () => undefined);
        lost(client, error);
      });
      return client;
    })();
    listening.catch(() => (listening = null));
    return listening;
  };
  /** One statement after the other, each once. */
  const listenOnce = async (statement: string): Promise<unknown> => {
    const client = await listen();
    const asked = channels.get(statement) ?? Promise.all(channels.values()).then(() => client.query(statement));
    channels.set(statement, asked);
    return asked;
  };

  /** The last one has gone: a pool ends when nothing is kept of it. */
  const stopListening = () => {
    listening?.then(
      (client) => client.release(true),
      () => undefined,
    );
    listening = null;
    channels = new Map();
  };

  const connect = async (): Promise<WorkerClient> => {
    const client = Object.assign(new EventEmitter(), {
      async query(text: string, values?: unknown[]): Promise<unknown> {
        if (/^\s*(--[^\n]*\n\s*)*listen\b/i.test(text)) return listenOnce(text);
        // a name for one worker would be the name of all
        if (text.includes("set_config('application_name'")) return { rows: [] };
        return pool.query(text, values);
      },
      release() {
        clients.delete(client);
        if (clients.size === 0) stopListening();
      },
    });
    client.setMaxListeners(0);
    clients.add(client);
    return client;
  };
  // a pool's own `query` takes its clients by `connect`
  return Object.create(pool, { connect: { value: connect }, query: { value: pool.query.bind(pool) } });
}
