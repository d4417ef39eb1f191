import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTimeAllowance, openTimeShares } from './processor-time.ts';

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
    // however long nothing was asked, at most so much can be had at once
    vi.advanceTimersByTime(3_600_000);
    allowance.charge('ada', 5_200);
    expect(allowance.waitMs('ada')).toBe(1_000);
  });

  it('is not forgotten for the many others', () => {
    const allowance = openTimeAllowance({ burstMs: 1_000, share: 0.1 });
    allowance.charge('ada', 2_000);
    for (let n = 0; n < 9_999; n += 1) allowance.charge(`${n}`, 0);
    allowance.charge('one more', 1);
    expect(allowance.waitMs('ada')).toBe(10_000);
  });
});

it('processor time is divided among the pieces of work that were under way', () => {
  let used = 100;
  const begin = openTimeShares(() => used);
  used += 50;
  const first = begin();
  used += 30;
  const second = begin();
  used += 20;
  expect(second()).toBe(10);
  used += 5;
  expect(first()).toBe(45);
});
