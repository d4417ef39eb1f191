import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { openQueueBackend } from '#queues/platform/queue-backend.ts';
import type { PeriodicJobName } from '#queues/periodic.jobs.ts';
import { onPath, startRedis, type TestRedis } from '#queues/platform/testing/redis-server.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { disconnectDatabase } from '#domain/platform/database.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { setPeriodicQueue } from '#domain/platform/periodic/periodic-queue.ts';
import { connectWithEngine } from '../scripts/with-engine.ts';
import { startStack, type Stack } from '../testing/stack.ts';
import { line } from './figures.ts';

const SETTLE_MS = 75_000;
const COUNTED_MS = 120_000;
const TIMES = 25;
const LATE_MS = 10_000;

/** The rows of one item of due work of each kind, alone: the rows they refer to are missing. `begun` holds once a worker has started it. */
const SORTS: Readonly<Record<string, { job: PeriodicJobName; insert: (trx: Knex, id: string) => Promise<unknown>; begun: string }>> = {
  mails: {
    job: 'mail',
    insert: (trx, id) => trx('outgoing_mail').insert({ kind: 'k', data: {}, cause: id, recipient: 'r', message_id: id }),
    begun: `select from outgoing_mail where cause = ? and attempts > 0`,
  },
  push: {
    job: 'push',
    async insert(trx, id) {
      await trx('push_subscription').insert({ id, account_id: id, session_id: id, endpoint: id, p256dh: '', auth: '', user_agent: '' });
      const [notice] = await trx('notification').insert({ account_id: id, kind: 'run.completed', cause: id, subject: 's' }).returning('id');
      await trx('push_delivery').insert({ subscription_id: id, notification_id: notice!.id });
    },
    begun: `select from push_delivery where subscription_id = ? and attempts > 0`,
  },
  'Stripe events': {
    job: 'stripe-events',
    insert: (trx, id) => trx('stripe_event').insert({ event_id: id, object_id: 'o', type: 't', created: new Date() }),
    begun: `select from stripe_event where event_id = ? and attempts > 0`,
  },
  messages: {
    job: 'course-messages',
    insert: (trx, id) => trx('course_message_to').insert({ message_id: id, account_id: id }),
    begun: `select from course_message_to where message_id = ? and attempts > 0`,
  },
  batches: {
    job: 'batches',
    async insert(trx, id) {
      await trx('run').insert({
        id,
        kind: 'batch',
        request: {},
        request_id: 'due',
        subject: 'Due',
        status: 'running',
        is_parked: true,
        lane: 'batch',
      });
      const limits = { most_failures: 1, most_cost_drift: 1, most_unclean: 1, budget_micro_usd: 0 };
      await trx('batch').insert({
        run_id: id,
        name: 'Due',
        what: 'refresh_all',
        selection: '{}',
        estimate: '{}',
        at_once: 1,
        state: 'running',
        ...limits,
      });
    },
    begun: `select from batch where run_id = ? and state <> 'running'`,
  },
};

/**
 * Measures an idle installation (api, worker, sandbox; no page open): statements and Redis commands per second, and the time from the
 * commit that makes work due until a worker begins it. With the queues in Postgres, and in Redis.
 */
export async function bench(): Promise<void> {
  await measure('Postgres', null);
  if (!onPath('redis-server')) return line('Redis', 'redis-server is not on the PATH');
  const redis = await startRedis();
  await measure('Redis', redis);
  await redis.stop();
}

async function measure(name: string, redis: TestRedis | null): Promise<void> {
  const stack = await startStack(redis ? { REDIS_URL: redis.url } : {});
  const databaseUrl = stack.record().databaseUrl!;
  setConfig(readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' }));
  const knex = await connectWithEngine(databaseUrl, { poolMax: 3 });
  const backend = await openQueueBackend({ databaseUrl, redisUrl: redis?.url ?? null });
  setPeriodicQueue(backend.periodic);
  try {
    await sleep(SETTLE_MS);
    await countIdle(name, stack, knex, redis);
    for (const [sort, due] of Object.entries(SORTS)) {
      const delays: number[] = [];
      for (let n = 0; n < TIMES; n += 1) delays.push(await delayOf(knex, due));
      const at = (share: number) => (delays.toSorted((a, b) => a - b)[Math.ceil(delays.length * share) - 1] ?? NaN).toFixed(0);
      line(`${name}: ${sort}, due to begun`, `median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms of ${TIMES}`);
    }
  } finally {
    setPeriodicQueue(null);
    await backend.close(0);
    await disconnectDatabase();
    await stack.stop();
  }
}

async function countIdle(name: string, stack: Stack, knex: Knex, redis: TestRedis | null): Promise<void> {
  await knex.raw(`alter system set log_statement = 'all'`);
  await knex.raw('select pg_reload_conf()');
  const log = openSync(path.join(stack.dataDir, 'logs', 'postgres.log'), 'r');
  const start = fstatSync(log).size;
  let commands = 0;
  const client = redis && new Redis(redis.url);
  const monitor = await client?.monitor();
  monitor?.on('monitor', (_time: string, _command: string[], source: string) => (commands += source === 'lua' ? 0 : 1));
  await sleep(COUNTED_MS);
  monitor?.disconnect();
  client?.disconnect();
  const text = Buffer.alloc(fstatSync(log).size - start);
  readSync(log, text, 0, text.length, start);
  closeSync(log);
  await knex.raw(`alter system reset log_statement`);
  await knex.raw('select pg_reload_conf()');
  const statements = [...text.toString().matchAll(/LOG: +(?:statement|execute [^:]*): +(.*)/g)].map(([, statement]) =>
    statement!.slice(0, 110),
  );
  line(`${name}: idle, statements`, `${((statements.length / COUNTED_MS) * 1000).toFixed(2)} a second`);
  if (redis) line(`${name}: idle, Redis commands`, `${((commands / COUNTED_MS) * 1000).toFixed(2)} a second`);
  const often = Map.groupBy(statements, (statement) => statement);
  for (const [statement, all] of [...often].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 12))
    line(`  ${((all.length / COUNTED_MS) * 1000).toFixed(2)} a second`, statement);
}

async function delayOf(knex: Knex, { job, insert, begun }: (typeof SORTS)[string]): Promise<number> {
  const id = uuidv7();
  await knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await insert(trx, id);
    await announceJob(trx, job);
  });
  const since = performance.now();
  for (;;) {
    if ((await knex.raw(begun, [id])).rows.length > 0) return performance.now() - since;
    if (performance.now() - since > LATE_MS) return LATE_MS;
    await sleep(5);
  }
}
