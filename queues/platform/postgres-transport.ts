import { EventEmitter } from 'node:events';
import pg from 'pg';
import { createPostgresBackend, Queue, Worker, type BackendFactory, type PostgresQueueBackend } from 'bullmq';
import { QUEUE_SCHEMA } from './queue-store.ts';
import { storeSocket } from './store-socket.ts';
import type { AnyQueue, AnyWorker, QueueTransport, Traced } from './queue-transport.ts';

/** Connections for short statements, besides the one with which all workers LISTEN for jobs. */
const WORKING_CONNECTIONS = 4;
const LISTENING_CONNECTIONS = 1;

/**
 * Maximum seconds between polls of an idle worker, in case a notification was missed: each poll takes four statements, and a process has
 * forty workers. Notifications are reliable: the shared listener notices within twenty seconds that its connection has died.
 */
const LONGEST_BLOCK_S = 240;

/** Limits BullMQ's wait: if its next delayed job is far away, it would sleep up to an hour, relying on the notification alone. */
const createBackend: BackendFactory<PostgresQueueBackend, pg.Pool> = (name, options, factory) => {
  const backend = createPostgresBackend(name, options as Parameters<typeof createPostgresBackend>[1], factory);
  Object.defineProperty(backend, 'maximumBlockTimeout', { value: LONGEST_BLOCK_S });
  return backend;
};

/** Opens queues in Postgres. Each process has one pool with keep-alive; all of its workers share one of the connections for LISTEN. */
export function openPostgresTransport(databaseUrl: string, onError: (error: Error) => void, traced: Traced = {}): QueueTransport {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    // a crash of Postgres may lose the queue's latest writes: the rows are authoritative, and the sweep announces lost jobs again
    options: `-c search_path=${QUEUE_SCHEMA} -c synchronous_commit=off`,
    application_name: 'coursewright-queues',
    max: WORKING_CONNECTIONS + LISTENING_CONNECTIONS,
    keepAlive: true,
    stream: () => storeSocket('database'),
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    query_timeout: 35_000,
  });
  pool.on('error', onError);
  // every BullMQ instance adds a listener to the shared pool, and a restart of the workers adds them again
  pool.setMaxListeners(0);
  const shared = { connection: pool, ...traced };
  const listener = { connection: shareListener(pool), ...traced };
  return {
    kind: 'postgres',
    makeQueue: (name) => new Queue(name, shared, createBackend) as unknown as AnyQueue,
    makeWorker: (name, run, tuning) =>
      new Worker(
        name,
        run,
        { ...listener, ...tuning, drainDelay: LONGEST_BLOCK_S, runRetryDelay: 1000 },
        createBackend,
      ) as unknown as AnyWorker,
    async ping() {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}

/** The methods that BullMQ calls on the client with which a worker LISTENs. */
interface WorkerClient extends EventEmitter {
  query(text: string, values?: unknown[]): Promise<unknown>;
  release(): void;
}

/**
 * How often the connection must answer, and how long it may take, in milliseconds: a connection that died unnoticed (without a reset, as
 * after a failover) is replaced within twice this time, because the workers rely on its notifications.
 */
const BEAT_MS = 10_000;

/**
 * Wraps a pool so that its clients share one connection for LISTEN. BullMQ opens one per worker, although all listen on the same channel; a
 * process has a dozen workers, and Postgres has few connections. Everything but LISTEN goes to the pool statement by statement: these
 * clients do not support transactions.
 * @param beatMs milliseconds between two checks that the connection is alive, and within which it must answer
 */
export function shareListener(pool: pg.Pool, beatMs = BEAT_MS): pg.Pool {
  const clients = new Set<WorkerClient>();
  let listening: Promise<pg.PoolClient> | null = null;
  /** Channels the connection listens to. */
  let channels = new Map<string, Promise<unknown>>();

  /** Called when the connection is lost: each worker sees a loss of its own connection, and requests a new one. */
  const lost = (client: pg.PoolClient, error: Error) => {
    listening = null;
    channels = new Map();
    client.removeAllListeners('notification');
    client.release(error);
    for (const one of clients) if (one.listenerCount('error') > 0) one.emit('error', error);
  };
  /** A connection that falls silent emits no error. */
  const keepProving = (client: pg.PoolClient) => {
    const ask: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: beatMs };
    const timer = setInterval(() => {
      // the connection was closed or lost
      if (client.listenerCount('notification') === 0) clearInterval(timer);
      else client.query(ask).catch((error: Error) => client.listenerCount('error') > 0 && client.emit('error', error));
    }, beatMs).unref();
  };
  const listen = (): Promise<pg.PoolClient> => {
    listening ??= (async () => {
      const client = await pool.connect();
      client.on('notification', (message) => {
        for (const one of clients) one.emit('notification', message);
      });
      client.once('error', (error) => {
        // a broken connection may emit more than one error
        client.on('error', () => undefined);
        lost(client, error);
      });
      keepProving(client);
      return client;
    })();
    listening.catch(() => (listening = null));
    return listening;
  };
  /** Runs each LISTEN once, one after another. */
  const listenOnce = async (statement: string): Promise<unknown> => {
    const client = await listen();
    const listening = channels.get(statement) ?? Promise.all(channels.values()).then(() => client.query(statement));
    channels.set(statement, listening);
    return listening;
  };

  const close = (client: pg.PoolClient) => {
    // a closing connection no longer belongs to any worker: its errors go to the pool
    client.removeAllListeners('notification');
    client.removeAllListeners('error');
    client.release(true);
  };
  /** Releases the connection when the last client has left; otherwise the pool could not end. */
  const stopListening = () => {
    listening?.then(close, () => undefined);
    listening = null;
    channels = new Map();
  };

  const connect = async (): Promise<WorkerClient> => {
    const client = Object.assign(new EventEmitter(), {
      async query(text: string, values?: unknown[]): Promise<unknown> {
        if (/^\s*(--[^\n]*\n\s*)*listen\b/i.test(text)) return listenOnce(text);
        // otherwise one worker's name would apply to all of them
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
  // a pool's own `query` would get clients through the replaced `connect`
  return Object.create(pool, { connect: { value: connect }, query: { value: pool.query.bind(pool) } });
}
