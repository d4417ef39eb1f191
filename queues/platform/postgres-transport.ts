import pg from 'pg';
import { createPostgresBackend, Queue, Worker, type BackendFactory, type PostgresQueueBackend } from 'bullmq';
import { QUEUE_SCHEMA } from './queue-store.ts';
import { storeSocket } from './store-socket.ts';
import type { AnyQueue, AnyWorker, QueueTransport, Traced } from './queue-transport.ts';
import { shareListener } from './shared-listener.ts';

/** Connections for short statements, besides the one on which all workers LISTEN for jobs. */
const WORKING_CONNECTIONS = 4;
const LISTENING_CONNECTIONS = 1;

/**
 * An idle worker polls at least this often, in seconds, in case a notification was missed: each poll is four statements, and a process has
 * forty workers. Notifications are reliable: the shared listener notices within twenty seconds that its connection has died.
 */
const LONGEST_BLOCK_S = 240;

/** Caps BullMQ's wait: it would sleep up to an hour when its next delayed job is far away, relying on the notification alone. */
const createBackend: BackendFactory<PostgresQueueBackend, pg.Pool> = (name, options, factory) => {
  const backend = createPostgresBackend(name, options as Parameters<typeof createPostgresBackend>[1], factory);
  Object.defineProperty(backend, 'maximumBlockTimeout', { value: LONGEST_BLOCK_S });
  return backend;
};

/** Opens queues in Postgres. One pool with keep-alive per process; all of its workers share one of the connections for LISTEN. */
export function openPostgresTransport(databaseUrl: string, onError: (error: Error) => void, traced: Traced = {}): QueueTransport {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    // a crash of Postgres may lose the queue's latest writes: the rows are the truth, and the sweep announces lost jobs again
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
