import { describe, expect, it } from 'vitest';
import type { StatusEnvelope } from '#contract/platform/status.contract.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { nextPollMs } from '#frontend/lib/poll-run.ts';

const run = (status: StatusEnvelope['status']) => ({ status, poll_after_ms: 1500 }) as StatusEnvelope;
const after = (data: StatusEnvelope | undefined, error: unknown = null, errorUpdateCount = 0) => ({
  data,
  error,
  fetchFailureCount: 0,
  errorUpdateCount,
});
const refused = (status: number, retryAfterS: number | null = null) => new ApiError({ status, code: 'x', message: 'x', retryAfterS });

describe('the poller', () => {
  it('keeps the pace the server asks for', () => {
    expect(nextPollMs(after(run('running')), false)).toBe(1500);
    expect(nextPollMs(after(undefined), false)).toBe(1000);
  });

  it.each(['completed', 'failed', 'cancelled'] as const)('stops when the run is %s', (status) => {
    expect(nextPollMs(after(run(status)), false)).toBe(false);
  });

  it('goes on in a hidden tab, slower', () => {
    expect(nextPollMs(after(run('running')), true)).toBe(10_000);
  });

  it('slows down while the server is away, up to a ceiling', () => {
    expect(nextPollMs(after(run('running'), refused(0), 1), false)).toBe(3000);
    expect(nextPollMs(after(run('running'), refused(503), 9), false)).toBe(15_000);
  });

  it('waits as long as a 429 asks', () => {
    expect(nextPollMs(after(run('running'), refused(429, 20)), false)).toBe(20_000);
  });

  it.each([401, 403, 404])('stops at a %s', (status) => {
    expect(nextPollMs(after(undefined, refused(status)), false)).toBe(false);
  });
});
