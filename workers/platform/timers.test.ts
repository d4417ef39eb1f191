import { afterEach, expect, it, vi } from 'vitest';
import { readConfig, setConfig } from '#domain/platform/config.ts';
import { startTimers } from './worker-process.ts';

setConfig(readConfig({ DATABASE_URL: 'postgres://unused', LOG_LEVEL: 'silent', SESSION_SECRET: 'x'.repeat(32) }));
const WAIT = { timeout: 60_000, interval: 5 };
let timers: ReturnType<typeof startTimers>;
afterEach(() => timers.stop());

it('never overlaps itself, and runs again after an error', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 10));
    running -= 1;
    runs += 1;
    throw new Error('not today');
  };
  timers = startTimers([{ name: 'slow', pauseMs: () => 1, run }]);
  await vi.waitUntil(() => runs >= 3, WAIT);
  expect(most).toBe(1);
});

it('stops: it waits for running ones, and starts nothing more', async () => {
  let began = 0;
  let end = () => undefined as void;
  const held = new Promise<void>((resolve) => (end = resolve));
  timers = startTimers([{ name: 'one', pauseMs: () => 1, run: () => ((began += 1), held) }]);
  await vi.waitUntil(() => began === 1, WAIT);
  let isStopped = false;
  const stopping = timers.stop().then(() => (isStopped = true));
  await Promise.resolve();
  expect(isStopped).toBe(false);
  end();
  await stopping;
  expect(began).toBe(1);
});
