import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { IDLE_MS, waitUntilReady } from './health.mjs';
import { clockMs, processorTimeOf } from './process-identity.mjs';
import { progressOf } from './progress-of.mjs';

const MINUTE_MS = 60_000;

/** A simulated child: its processor time, its messages, and when it is ready. */
interface Child {
  readonly took?: (ms: number) => number;
  readonly says?: (ms: number) => string | null;
  readonly readyAfter?: number;
  readonly endsAfter?: number;
}

/** Waits for a child on a simulated clock, in which a pause takes a second. */
async function waitedFor({ took = () => 0, says = () => null, readyAfter = Infinity, endsAfter = Infinity }: Child) {
  let now = 0;
  const told = new Set<string>();
  const work = progressOf(() => took(now));
  work.runs(1);
  const problem = await waitUntilReady({
    ask: async () => {
      const line = says(now);
      if (line !== null) work.say(line);
      return { isReady: now >= readyAfter, says: 'the api does not answer yet' };
    },
    progress: work.progress,
    hopeless: () => (now >= endsAfter ? 'it ends again and again' : null),
    tell: (what) => told.add(what),
    now: () => now,
    pause: async () => (now += 1_000),
  });
  return { problem, after: now, told: [...told] };
}

describe('a start is awaited', () => {
  it('for half an hour, as long as it gets a fiftieth of a processor', async () => {
    const { problem, after, told } = await waitedFor({ took: (ms) => ms / 50, readyAfter: 30 * MINUTE_MS });
    expect([problem, after, told]).toEqual([null, 30 * MINUTE_MS, ['the api does not answer yet']]);
  });

  it('as long as it prints something new, even if processor time cannot be read', async () => {
    const names = ['loading', 'connecting', 'migrating', 'reading', 'listening', 'ready'];
    const says = (ms: number) => (ms % (2 * MINUTE_MS) === 0 ? (names[ms / (2 * MINUTE_MS)] ?? null) : null);
    expect((await waitedFor({ says, readyAfter: 12 * MINUTE_MS })).problem).toBeNull();
  });

  it('for three minutes, if it does nothing', async () => {
    const { problem, after } = await waitedFor({ took: (ms) => Math.min(ms, 5_000) });
    expect(problem).toBe('it has done nothing for 3 minutes; the api does not answer yet');
    expect(after).toBeGreaterThanOrEqual(IDLE_MS);
    expect(after).toBeLessThan(IDLE_MS + 10_000);
  });

  it('no longer, if it prints the same again and again, and only answers that it is not ready', async () => {
    const says = (ms: number) => `cannot reach 127.0.0.1:5432, try ${ms / 1_000}`;
    const { problem, after } = await waitedFor({ says, took: (ms) => ms / 200 });
    expect(problem).toMatch(/^it has done nothing for 3 minutes/);
    expect(after).toBeLessThan(IDLE_MS + 10_000);
  });

  it('no longer at all, when it ends', async () => {
    expect(await waitedFor({ took: (ms) => ms, endsAfter: 4_000 })).toMatchObject({ problem: 'it ends again and again', after: 4_000 });
  });
});

describe('the processor time of a process', () => {
  it.skipIf(process.platform === 'win32')('grows as it works', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); for (;;);']);
    try {
      await once(child.stdout, 'data');
      const before = processorTimeOf(child.pid!)!;
      await expect.poll(() => processorTimeOf(child.pid!)!, { timeout: 20_000 }).toBeGreaterThan(before);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('of a dead one cannot be read', () => expect(processorTimeOf(0)).toBeNull());

  it.each([
    ['0:00.25', 250],
    ['01:02:03', 3_723_000],
    ['2-00:00:01', 172_801_000],
  ])('is parsed as ps prints it: %s', (clock, ms) => expect(clockMs(clock)).toBe(ms));
});
