import { afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { startSchedules, type Schedules } from './schedules.ts';

setConfig(readConfig({ DATABASE_URL: 'postgres://unused', LOG_LEVEL: 'silent', SESSION_SECRET: 'x'.repeat(32) }));
const WAIT = { timeout: 20_000, interval: 10 };

describe('schedules', () => {
  let schedules: Schedules;
  afterEach(() => schedules.stop());

  it('a schedule never overlaps itself, however long it takes', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const run = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 30));
      running -= 1;
      runs += 1;
    };
    schedules = startSchedules([{ name: 'slow', everyMs: 1, run }]);
    await vi.waitUntil(() => runs >= 4, WAIT);
    expect(most).toBe(1);
  });

  it('one that waits for work runs while there is some, its pause apart, and not without', async () => {
    vi.useFakeTimers();
    let due = new Set<string>();
    const runs = { mail: 0, push: 0 };
    const run = (name: keyof typeof runs) => async () => void (runs[name] += 1);
    schedules = startSchedules(
      [
        { name: 'mail', everyMs: 1_000, run: run('mail'), due: 'mail' },
        { name: 'push', everyMs: 1_000, run: run('push'), due: 'push' },
      ],
      undefined,
      undefined,
      async () => due,
    );
    await vi.advanceTimersByTimeAsync(2_000);
    const before = { ...runs };
    await vi.advanceTimersByTimeAsync(3_000);
    expect(runs).toEqual(before);
    due = new Set(['mail']);
    await vi.advanceTimersByTimeAsync(500);
    expect(runs).toEqual({ ...before, mail: before.mail + 1 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(runs).toEqual({ ...before, mail: before.mail + 3 });
    vi.useRealTimers();
  });

  it('one that waits for work runs now and then without, also when its work cannot be read', async () => {
    vi.useFakeTimers();
    let runs = 0;
    schedules = startSchedules(
      [{ name: 'mail', everyMs: 1_000, run: async () => void (runs += 1), due: 'mail' }],
      undefined,
      undefined,
      () => Promise.reject(new Error('no database')),
    );
    await vi.advanceTimersByTimeAsync(40_000);
    expect(runs).toBeGreaterThanOrEqual(3);
    vi.useRealTimers();
  });

  it('an error ends neither the schedule nor the others', async () => {
    let failures = 0;
    let others = 0;
    schedules = startSchedules([
      { name: 'broken', everyMs: 5, run: () => Promise.reject(new Error(`failure ${(failures += 1)}`)) },
      { name: 'well', everyMs: 5, run: async () => void (others += 1) },
    ]);
    await vi.waitUntil(() => failures >= 3 && others >= 3, WAIT);
  });

  it('stopping waits for what runs and starts nothing more', async () => {
    vi.useFakeTimers();
    let began = 0;
    let end = () => undefined as void;
    const running = new Promise<void>((resolve) => (end = resolve));
    schedules = startSchedules([{ name: 'one', everyMs: 10, run: () => ((began += 1), running) }]);
    await vi.advanceTimersByTimeAsync(20);
    expect(began).toBe(1);
    let stopped = false;
    const stopping = schedules.stop().then(() => (stopped = true));
    await vi.advanceTimersByTimeAsync(100);
    expect(stopped).toBe(false);
    end();
    await stopping;
    await vi.advanceTimersByTimeAsync(100);
    expect(began).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('pauses vary, so that processes started together do not all ask at the same moment', () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    schedules = startSchedules(Array.from({ length: 20 }, (_, i) => ({ name: String(i), everyMs: 1_000, run: async () => undefined })));
    const pauses = set.mock.calls.map(([, ms]) => ms as number);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_200);
    expect(new Set(pauses).size).toBeGreaterThan(10);
    set.mockRestore();
  });
});
