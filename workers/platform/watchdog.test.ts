import { beforeEach, describe, expect, it } from 'vitest';
import type { QueueCounts } from '#queues/platform/queue-backend.ts';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { createWatchdog } from './worker-process.ts';

setConfig(readConfig({ DATABASE_URL: 'postgres://unused', LOG_LEVEL: 'silent', SESSION_SECRET: 'x'.repeat(32) }));

describe('the watchdog', () => {
  let time: number;
  let restarts: number;
  let counts: QueueCounts[];
  let check: () => Promise<void>;

  const queue = (changes: Partial<QueueCounts>): QueueCounts => ({
    queue: 'generate-interactive',
    waiting: 0,
    active: 0,
    delayed: 0,
    failed: 0,
    paused: 0,
    ...changes,
  });
  const after = async (seconds: number) => {
    time += seconds * 1000;
    await check();
  };

  beforeEach(() => {
    time = 0;
    restarts = 0;
    const workers = { queues: ['generate-interactive'], restart: async () => void (restarts += 1) };
    check = createWatchdog({ counts: async () => counts }, [workers], undefined, () => time);
  });

  it('replaces the workers when jobs wait and none is active for more than 20 s', async () => {
    counts = [queue({ waiting: 3 })];
    await after(0);
    await after(20);
    expect(restarts).toBe(0);
    await after(1);
    expect(restarts).toBe(1);
  });

  it('then gives the new workers their time', async () => {
    counts = [queue({ waiting: 3 })];
    await after(0);
    await after(21);
    await after(5);
    await after(20);
    expect(restarts).toBe(1);
    await after(1);
    expect(restarts).toBe(2);
  });

  it('starts over whenever one job is active or nothing waits', async () => {
    counts = [queue({ waiting: 3 })];
    await after(0);
    counts = [queue({ waiting: 3, active: 1 })];
    await after(10);
    counts = [queue({ waiting: 3 })];
    await after(10);
    await after(10);
    expect(restarts).toBe(0);
  });

  it('does not mind paused or delayed jobs, nor queues of other workers', async () => {
    counts = [queue({ paused: 3, delayed: 2 }), queue({ queue: 'generate-batch', waiting: 9 })];
    await after(0);
    await after(60);
    expect(restarts).toBe(0);
  });
});
