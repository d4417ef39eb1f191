import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withRetries } from './retries.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('I18N-07 a file of texts', () => {
  it('that fails is requested again after 350 ms, and twice as long each time', async () => {
    const began = Date.now();
    const askedAt: number[] = [];
    const file = withRetries(async () => {
      askedAt.push(Date.now() - began);
      if (askedAt.length < 4) throw new TypeError('Failed to fetch dynamically imported module');
      return 'texts';
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await file).toBe('texts');
    expect(askedAt).toEqual([0, 350, 1_050, 2_450]);
  });

  it('is not waited for longer than the first screen waits', async () => {
    const leave = new AbortController();
    const failing = vi.fn(async () => Promise.reject(new TypeError('offline')));
    const failed = expect(withRetries(failing, leave.signal)).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(400);
    leave.abort(new Error('late'));
    await failed;
    expect(failing).toHaveBeenCalledTimes(2);
  });

  it('that the server refuses is not requested again', async () => {
    const refused = vi.fn(async () => Promise.reject(Object.assign(new Error('gone'), { status: 404 })));
    await expect(withRetries(refused)).rejects.toThrow('gone');
    expect(refused).toHaveBeenCalledOnce();
  });
});
