import { uuidv7 } from 'uuidv7';
import { database, transact } from '#domain/platform/database.ts';
import { claimStep } from '#domain/platform/steps/lease.commands.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { finishStep } from '#domain/platform/steps/step.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { openQueueBackend, type QueueBackend } from '#queues/platform/queue-backend.ts';
import { migrateQueueStore } from '#queues/platform/queue-store.ts';
import { onPath, startRedis } from '#queues/platform/testing/redis-server.ts';
import { onBenchStore } from './bench-store.ts';
import { line, median, spread } from './figures.ts';

const STEPS = 2_000;
const REPETITIONS = 3;
const CONCURRENCY = 16;

/**
 * Measures steps per second through claim, lease and finish on a durable Postgres, with the queue in Postgres and in Redis; the baseline is
 * empty BullMQ jobs on the same store. A course of 12 lessons has 39 steps.
 */
export async function bench(): Promise<void> {
  const redis = onPath('redis-server') ? await startRedis() : null;
  try {
    await onBenchStore(12, ({ url }) => compare(url, redis?.url ?? null));
  } finally {
    await redis?.stop();
  }
}

async function compare(databaseUrl: string, redisAt: string | null): Promise<void> {
  await migrateQueueStore(databaseUrl);
  for (const [name, redisUrl] of [
    ['Postgres', null],
    ['Redis', redisAt],
  ] as const) {
    if (name === 'Redis' && !redisUrl) {
      line('Redis', 'not measured: redis-server is not installed');
      continue;
    }
    const bare: number[] = [];
    const whole: number[] = [];
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      bare.push(await throughput(databaseUrl, redisUrl, 'bare'));
      whole.push(await throughput(databaseUrl, redisUrl, 'steps'));
    }
    line(`${name}: bare BullMQ no-ops`, spread(bare, 'a second', 0));
    line(`${name}: steps`, `${spread(whole, 'a second', 0)}, ${(median(whole) / median(bare)).toFixed(2)} of bare`);
  }
}

async function throughput(databaseUrl: string, redisUrl: string | null, what: 'bare' | 'steps'): Promise<number> {
  const backend = await openQueueBackend({ databaseUrl, redisUrl });
  try {
    const ids = what === 'steps' ? await insertSteps() : Array.from({ length: STEPS }, () => uuidv7());
    setJobSink(backend.addJobs);
    if (what === 'steps') while ((await dispatchOutbox(ids)) > 0);
    else await backend.addJobs(ids.map((stepId) => ({ job: 'write-lesson', lane: 'interactive', stepId, dispatch: 1, delayMs: 0 })));
    return await drain(backend, what === 'steps' ? claimAndFinish : async () => undefined);
  } finally {
    setJobSink(null);
    await backend.close(1_000);
  }
}

/** @returns jobs per second, from the first job taken to the last one finished */
async function drain(backend: QueueBackend, handle: (stepId: string) => Promise<unknown>): Promise<number> {
  let begin = 0;
  let done = 0;
  let finished = () => {};
  const all = new Promise<void>((resolve) => (finished = resolve));
  await backend.startWorkers({
    lanes: ['interactive'],
    concurrency: CONCURRENCY,
    handle: async (job) => {
      begin ||= performance.now();
      await handle(job.payload.step_id);
      if (++done === STEPS) finished();
    },
  });
  await all;
  return STEPS / ((performance.now() - begin) / 1000);
}

async function claimAndFinish(stepId: string): Promise<void> {
  const claim = await claimStep(stepId, 'bench');
  if (claim.kind !== 'claimed') throw new Error(`step ${stepId}: ${claim.kind}`);
  await transact((trx) => finishStep(trx, claim.step, { output: { content: 'x'.repeat(4_000) }, service: 'claude' }));
}

/** Inserts steps of separate runs, announced in the outbox as after a commit. */
async function insertSteps(): Promise<string[]> {
  const account = uuidv7();
  const run = uuidv7();
  await database()('account').insert({
    id: account,
    email: `${account}@example.com`,
    first_name: 'B',
    last_name: 'B',
    terms_version: '1',
    terms_accepted_at: new Date(),
  });
  await database()('run').insert({
    id: run,
    account_id: account,
    kind: 'course',
    status: 'running',
    request: '{}',
    request_id: 'bench',
    subject: 'bench',
  });
  const ids = Array.from({ length: STEPS }, () => uuidv7());
  await database().batchInsert(
    'step',
    ids.map((id, n) => ({ id, run_id: run, job: 'write-lesson', key: `lesson:${n}` })),
    500,
  );
  await database().batchInsert(
    'outbox',
    ids.map((id) => ({ step_id: id, dispatch: 1, job: 'write-lesson', lane: 'interactive', due_at: new Date() })),
    500,
  );
  return ids;
}
