import { expect, it, vi } from 'vitest';
import { measureSlowness, patience } from './slowness.ts';

it('a core shared by four makes everything take four times as long, and a dedicated one does not', () => {
  let [wall, cpu] = [0, 0];
  const share = (of: number) => {
    [wall, cpu] = [0, 0];
    vi.spyOn(performance, 'now').mockImplementation(() => wall);
    vi.spyOn(process, 'cpuUsage').mockImplementation((before) => {
      if (before) [wall, cpu] = [wall + of, cpu + 1_000];
      return { user: cpu, system: 0 };
    });
    return measureSlowness();
  };
  try {
    expect([share(1), share(4), share(100)]).toEqual([1, 4, 8]);
  } finally {
    vi.restoreAllMocks();
  }
});

it('waiting for a condition takes the machine into account', async () => {
  vi.stubEnv('TESTS_SLOWNESS', '3');
  expect(patience(40_000)).toBe(120_000);
  vi.unstubAllEnvs();
});
