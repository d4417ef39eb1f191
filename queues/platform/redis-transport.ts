import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { Queue, Worker } from 'bullmq';
import { connectRedis } from './redis-connection.ts';
import type { AnyQueue, AnyWorker, QueueTransport, Traced } from './queue-transport.ts';

const COMMON: RedisOptions = {
  keepAlive: 10_000,
  connectTimeout: 10_000,
  retryStrategy: (times) => Math.min(times * 100, 2_000),
};

/** Adding must fail at once while Redis is unavailable: the outbox row stays and the sweep adds the job later. */
const ADDING: RedisOptions = { ...COMMON, maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 10_000 };

/** Workers wait for Redis indefinitely, as BullMQ requires. */
const WORKING: RedisOptions = { ...COMMON, maxRetriesPerRequest: null };

/** An idle worker polls this often, in seconds: a job wakes it at once. BullMQ's default of five costs an idle process eighteen commands a second. */
const LONGEST_BLOCK_S = 90;

/** One hash tag for all keys of a queue, so that a cluster stores them on one node; other queues may be on other nodes. */
const prefix = (queue: string) => `{coursewright-${queue}}`;

/**
 * Opens queues in Redis or Valkey, which must run with append-only file and `noeviction`. One connection for adding, one for working, and
 * one more for each worker's blocking read.
 */
export function openRedisTransport(redisUrl: string, onError: (error: Error) => void, traced: Traced = {}): QueueTransport {
  const adding = connectRedis(redisUrl, ADDING);
  adding.on('error', onError);
  let working: Redis | Cluster | null = null;
  const connectWorking = () => {
    const connection = connectRedis(redisUrl, WORKING);
    connection.on('error', onError);
    return connection;
  };
  return {
    kind: 'redis',
    makeQueue: (name) => new Queue(name, { connection: adding, prefix: prefix(name), ...traced }) as unknown as AnyQueue,
    makeWorker(name, run, tuning) {
      working ??= connectWorking();
      return new Worker(name, run, {
        connection: working,
        prefix: prefix(name),
        ...traced,
        ...tuning,
        drainDelay: LONGEST_BLOCK_S,
        runRetryDelay: 1000,
      }) as unknown as AnyWorker;
    },
    async ping() {
      await adding.ping();
    },
    async close() {
      adding.disconnect();
      working?.disconnect();
    },
  };
}
