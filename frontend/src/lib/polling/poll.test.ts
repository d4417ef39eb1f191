import { describe, expect, it } from 'vitest';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { runPoll } from './poll-run.ts';
import { nextPollMs } from './poll.ts';

const run = (status: StatusEnvelope['status']) => ({ kind: 'course', status, items: [], poll_after_ms: 1500 }) as unknown as StatusEnvelope;
const after = (data: StatusEnvelope | undefined, error: unknown = null, errorUpdateCount = 0) => ({
  data,
  error,
  dataUpdateCount: data ? 1 : 0,
  errorUpdateCount,
});
const refused = (status: number, retryAfterS: number | null = null) => new ApiError({ status, code: 'x', message: 'x', retryAfterS });
const nextMs = (state: ReturnType<typeof after>, isHidden: boolean) => nextPollMs(runPoll('task-1'), state, isHidden);

describe('the poller', () => {
  it('keeps the server’s pace', () => {
    expect(nextMs(after(run('running')), false)).toBe(1500);
    expect(nextMs(after(undefined), false)).toBe(1000);
  });

  it.each(['completed', 'failed', 'cancelled'] as const)('stops when the run is %s', (status) => {
    expect(nextMs(after(run(status)), false)).toBe(false);
  });

  it('polls a retryable failed run slowly: another device may have retried it', () => {
    const failed = { ...run('failed'), poll_after_ms: 0, can_retry: true as const };
    expect(nextMs(after(failed), false)).toBe(15_000);
    expect(runPoll('task-1').isOver(failed)).toBe(false);
  });

  it('polls an incomplete course slowly, at the server’s pace while another run completes it, and not after that', () => {
    const of = (item: object, pace = 0) =>
      ({ ...run('completed'), poll_after_ms: pace, result: { course_id: 'c' }, items: [{ readable: true }, item] }) as StatusEnvelope;
    expect(nextMs(after(of({ readable: false })), false)).toBe(15_000);
    expect(nextMs(after(of({ readable: false, being_written_in: 'task-2' }, 2000)), false)).toBe(2000);
    expect(nextMs(after(of({ readable: true, practice_failures: [] })), false)).toBe(15_000);
    expect(nextMs(after(of({ readable: false, written_later: '0_1' })), false)).toBe(false);
    expect(nextMs(after({ ...of({ readable: false }), kind: 'lesson' }), false)).toBe(false);
  });

  it('continues in a hidden tab, slower', () => {
    expect(nextMs(after(run('running')), true)).toBe(10_000);
  });

  it('slows down while the server is unavailable, up to a ceiling', () => {
    expect(nextMs(after(run('running'), refused(0), 1), false)).toBe(3000);
    expect(nextMs(after(run('running'), refused(503), 9), false)).toBe(15_000);
  });

  it('waits as long as a 429 asks', () => {
    expect(nextMs(after(run('running'), refused(429, 20)), false)).toBe(20_000);
  });

  it.each([401, 403, 404])('stops at a %s', (status) => {
    expect(nextMs(after(undefined, refused(status)), false)).toBe(false);
  });

  it('PAY-20 with a limited number of polls keeps its pace, even when hidden or failing, and stops after the last', () => {
    const bounded = { isOver: (data: string) => data === 'over', paceMs: () => 2000, mostAsks: 5 };
    const asked = (answers: number, failures: number) => ({
      data: answers > 0 ? 'open' : undefined,
      error: failures > 0 ? refused(503) : null,
      dataUpdateCount: answers,
      errorUpdateCount: failures,
    });
    expect(nextPollMs(bounded, asked(1, 0), true)).toBe(2000);
    expect(nextPollMs(bounded, asked(2, 2), false)).toBe(2000);
    expect(nextPollMs(bounded, asked(5, 0), false)).toBe(false);
    expect(nextPollMs(bounded, asked(3, 2), false)).toBe(false);
    expect(nextPollMs(bounded, { ...asked(1, 0), data: 'over' }, false)).toBe(false);
  });
});
