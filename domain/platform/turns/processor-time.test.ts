import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSpareTime, openTimeAllowance, openTimeShares } from './processor-time.ts';

describe('an allowance of processor time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('may be overdrawn by one piece of work, and is paid back by waiting', () => {
    const allowance = openTimeAllowance({ burstMs: 5_000, share: 0.2 });
    allowance.charge('ada', 4_000);
    expect(allowance.waitMs('ada')).toBe(0);
    allowance.charge('ada', 3_000);
    expect(allowance.waitMs('ada')).toBe(10_000);
    expect([allowance.isHeavy('ada'), allowance.isHeavy('ben')]).toEqual([true, false]);
    expect(allowance.waitMs('ben')).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(allowance.waitMs('ada')).toBe(0);
    allowance.charge('ada', 200);
    expect(allowance.waitMs('ada')).toBe(1_000);
    // however long nothing was requested, the burst is limited
    vi.advanceTimersByTime(3_600_000);
    allowance.charge('ada', 5_200);
    expect(allowance.waitMs('ada')).toBe(1_000);
  });

  it('is overdrawn by a limited amount', () => {
    const allowance = openTimeAllowance({ burstMs: 1_000, share: 0.1, mostOverdrawnMs: 500 });
    allowance.charge('ada', 60_000);
    expect(allowance.waitMs('ada')).toBe(5_000);
  });

  it('is not used up while nobody else asks for work', () => {
    const allowance = openTimeAllowance({ burstMs: 1_000, share: 0.1 });
    const [first, second] = [allowance.ask('ada'), allowance.ask('ada')];
    allowance.charge('ada', 60_000);
    first();
    allowance.charge('ada', 60_000);
    expect(allowance.waitMs('ada')).toBe(0);
    const other = allowance.ask('ben');
    allowance.charge('ada', 2_000);
    expect(allowance.waitMs('ada')).toBe(10_000);
    // a caller that came and went while the work ran has waited for it
    other();
    allowance.charge('ada', 1_000);
    expect(allowance.waitMs('ada')).toBe(20_000);
    second();
  });

  it('is remembered despite many other accounts', () => {
    const allowance = openTimeAllowance({ burstMs: 1_000, share: 0.1 });
    allowance.charge('ada', 2_000);
    for (let n = 0; n < 9_999; n += 1) allowance.charge(`${n}`, 0);
    allowance.charge('one more', 1);
    expect(allowance.waitMs('ada')).toBe(10_000);
  });
});

describe('spare time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('exists while two fifths of all processors are idle, as measured over the last half second', () => {
    const read = { allMs: 0, idleMs: 0 };
    const hasSpareTime = openSpareTime(() => read);
    const pass = (ms: number, idle: number) => {
      vi.advanceTimersByTime(ms);
      read.allMs += 2 * ms;
      read.idleMs += 2 * ms * idle;
      return hasSpareTime();
    };
    expect(hasSpareTime()).toBe(false);
    expect([pass(250, 1), pass(250, 1)]).toEqual([false, true]);
    expect([pass(250, 0), pass(250, 0)]).toEqual([true, false]);
    expect(pass(500, 0.5)).toBe(true);
    // an average over a long time says nothing about the present
    expect([pass(60_000, 1), pass(500, 1)]).toEqual([false, true]);
  });
});

it('processor time is divided among the concurrent pieces of work', () => {
  let used = 100;
  const begin = openTimeShares(() => used);
  used += 50;
  const first = begin();
  used += 30;
  const second = begin();
  used += 20;
  expect(second.end()).toBe(10);
  used += 5;
  expect(first.end()).toBe(45);
});

it('a piece that works alone is charged alone, however many wait in the meantime', () => {
  let used = 0;
  const begin = openTimeShares(() => used);
  const [waiting, parsing] = [begin(), begin()];
  used += 10;
  expect(parsing.alone(() => (used += 100))).toBe(110);
  used += 10;
  expect([waiting.end(), parsing.end()]).toEqual([10, 110]);
});
