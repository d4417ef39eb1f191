import { afterEach, beforeEach, vi } from 'vitest';
import type { Config } from '#domain/platform/config.ts';
import { dispatchOutbox } from '#domain/platform/steps/outbox.commands.ts';
import { setJobSink } from '#domain/platform/steps/job-sink.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { openQueueBackend, type QueueBackend } from '#queues/platform/queue-backend.ts';
import { spawnLines } from '#queues/platform/testing/child-lines.ts';
import { makeRun, makeSteps } from './run.factory.ts';

const file = new URL('./worker.ts', import.meta.url);
// longer than any operation takes on a busy machine, shorter than BullMQ's 60 s lock
export const WAIT = { timeout: 40_000, interval: 50 };

interface Ready {
  ready: true;
  adminPort: number;
}

/** Starts workers as separate processes, with a queue and a run for each test. Call it once at the top of a test file. */
export function useWorkerProcesses(redisUrl: () => string | null = () => null, changes: Partial<Config> = {}) {
  const db = useTestDatabase(changes);
  const state = { db, backend: undefined as unknown as QueueBackend, runId: '' };

  beforeEach(async () => {
    const backend = await openQueueBackend({ databaseUrl: db.url, redisUrl: redisUrl() });
    setJobSink((deliveries) => backend.addJobs(deliveries));
    Object.assign(state, { backend, runId: await makeRun(db.knex) });
  });
  afterEach(async () => {
    setJobSink(null);
    await state.backend.close(0);
    await db.knex('run').delete();
  });

  const events = async (event: string): Promise<string[]> =>
    db.knex('run_event').where({ run_id: state.runId, event }).orderBy('id').pluck('text');
  const states = async (): Promise<string[]> => db.knex('step').where({ run_id: state.runId }).orderBy('key').pluck('state');
  return {
    /** The state of the current test. */
    state,
    events,
    states,
    allCompleted: () => vi.waitUntil(async () => (await states()).every((one) => one === 'completed'), WAIT),
    addSteps: async (keys: string[]) => {
      const ids = await makeSteps(db.knex, state.runId, keys);
      await dispatchOutbox(ids);
      return ids;
    },
    spawnWorker: async (graceMs = 25_000, env: NodeJS.ProcessEnv = {}) => {
      const child = spawnLines<Ready>(file, [String(graceMs)], {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: db.url,
        WORKER_ADMIN_PORT: '0',
        LOG_LEVEL: 'silent',
        LEASE_MS: '20000',
        SESSION_SECRET: 'x'.repeat(32),
        ...(redisUrl() !== null && { REDIS_URL: redisUrl()! }),
        ...env,
      });
      await vi.waitUntil(() => child.lines.length > 0, WAIT);
      return { ...child, adminPort: child.lines[0]?.adminPort as number };
    },
  };
}

export type WorkerProcess = Awaited<ReturnType<ReturnType<typeof useWorkerProcesses>['spawnWorker']>>;
