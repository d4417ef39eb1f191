import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { beginNewAttempt, idempotencyKeyFor, loadDraft, saveDraft } from '#frontend/features/generation/builder/course-draft.ts';
import { FORM_DEFAULTS, type FormValues } from '#frontend/features/generation/builder/form-values.ts';
import { recentRuns, rememberRun } from '#frontend/features/generation/runs/recent-runs.ts';
import { endWords, handleRunEnd, announceRunEnd, useRunEnd } from './run-outcome.ts';
import { aRun, aRunsItems } from './run.factory.ts';

const values: FormValues = { ...FORM_DEFAULTS, topic: 'Bees', learning_goals: 'Keep them', age: '34' };
let n = 0;
let user = '';
let task = '';
const whole = aRunsItems('completed', 'completed');
const done = (part: Partial<StatusEnvelope> = {}) =>
  aRun({ task_id: task, status: 'completed', items: whole, result: { course_id: 'c-1' }, ...part });

beforeEach(() => {
  vi.useFakeTimers();
  onLeave.mockClear();
  user = `user-${++n}`;
  task = `task-${n}`;
  saveDraft(user, values);
  rememberRun(user, { task_id: task, values });
});

const onLeave = vi.fn();

/** Shows a run's page with the given sequence of states. */
function watch(...runs: StatusEnvelope[]) {
  const hook = renderHook(({ run }) => useRunEnd(user, run, onLeave), { initialProps: { run: runs[0] } });
  for (const run of runs.slice(1)) hook.rerender({ run });
}

describe('GEN-07 after a course has been written', () => {
  it('the form is reset, and one notification is shown without invented points', () => {
    watch(aRun({ task_id: task }), done(), done());
    expect(loadDraft(user)).toEqual(FORM_DEFAULTS);
    expect(getNotices().map(({ text, link }) => [text, link?.href])).toEqual([['Course generated', '/courses/c-1']]);
  });

  it('the progress is cleared 10 s later', () => {
    handleRunEnd(user, done());
    vi.advanceTimersByTime(9_999);
    expect(recentRuns(user)).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(recentRuns(user)).toEqual([]);
  });

  it('A26 a user who has watched it and touches nothing for 10 s is taken to My Courses, which shows it for 10 s more', () => {
    watch(aRun({ task_id: task }), done());
    act(() => vi.advanceTimersByTime(9_999));
    expect(onLeave).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));
    expect(onLeave).toHaveBeenCalledOnce();
    expect(recentRuns(user)).toHaveLength(1);
    act(() => vi.advanceTimersByTime(10_000));
    expect(recentRuns(user)).toEqual([]);
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it.each(['keydown', 'pointerdown', 'wheel', 'touchmove'])('A26 a user who touches the page stays: %s', (touch) => {
    watch(aRun({ task_id: task }), done());
    act(() => void window.dispatchEvent(new Event(touch)));
    act(() => vi.advanceTimersByTime(60_000));
    expect(onLeave).not.toHaveBeenCalled();
  });

  it('A26 nobody is taken away from a run that had ended before, that failed, or that wrote a lesson', () => {
    watch(done());
    watch(aRun({ task_id: task }), aRun({ task_id: task, status: 'failed' }));
    watch(aRun({ task_id: task, kind: 'lesson' }), done({ kind: 'lesson' }));
    act(() => vi.advanceTimersByTime(60_000));
    expect(onLeave).not.toHaveBeenCalled();
  });

  it('A15 a run that had ended before the visit is not announced', () => {
    watch(done());
    expect(getNotices()).toEqual([]);
  });

  it('A15 elsewhere there is a notification with a link, once per tab, and none in the tab’s own list: the server stores it', () => {
    announceRunEnd(done());
    announceRunEnd(done());
    expect(getNotices().map(({ link, isListed }) => [link?.href, isListed])).toEqual([['/courses/c-1', false]]);
  });

  it('G37 the points are those the server awarded', () => {
    expect(endWords(done({ points_awarded: 200 }))?.text).toBe('Course generated, +200 points');
    expect(endWords(done())?.text).toBe('Course generated');
  });

  it('a course with missing lessons is not announced as a complete one', () => {
    const part = done({ items: aRunsItems('completed', 'failed', 'failed'), points_awarded: 200 });
    expect(endWords(part)).toEqual({ kind: 'info', text: 'Course generated: 1 of 3 lessons, +200 points' });
    expect(endWords({ ...part, points_awarded: undefined })?.text).toBe('Course generated: 1 of 3 lessons');
  });

  it('a form that has been changed since stays unchanged', () => {
    saveDraft(user, { ...values, topic: 'Wasps' });
    expect(handleRunEnd(user, done())).toBe(false);
    expect(loadDraft(user).topic).toBe('Wasps');
  });
});

describe('after a failure', () => {
  it('GEN-09 the notification names it with its reason, and again if the run continued and failed once more', () => {
    const failed = aRun({
      task_id: task,
      status: 'failed',
      finished_at: '2026-11-20T14:05:00Z',
      error: { code: 'vendors.all_down', detail: '' },
    });
    announceRunEnd(failed);
    announceRunEnd(failed);
    announceRunEnd({ ...failed, finished_at: '2026-11-20T14:09:00Z', error: { code: 'vendors.refused', detail: '' } });
    expect(
      getNotices()
        .toReversed()
        .map(({ kind, text }) => [kind, text]),
    ).toEqual([
      ['error', expect.stringMatching(/^Course generation failed: None of the four AI services could be reached\./)],
      ['error', expect.stringMatching(/^Course generation failed: The AI services declined this request\./)],
    ]);
  });

  it('the form is preserved, and sending it again is a new attempt', () => {
    beginNewAttempt(user);
    const key = idempotencyKeyFor(user, values);
    expect(key).toBeTruthy();
    watch(aRun({ task_id: task }), aRun({ task_id: task, status: 'failed' }));
    expect(loadDraft(user)).toEqual(values);
    expect(idempotencyKeyFor(user, values)).not.toBe(key);
  });

  it('A12 a run stopped by the learner resets no form, shows no toast, and can be requested again', () => {
    beginNewAttempt(user);
    const key = idempotencyKeyFor(user, values);
    expect(key).toBeTruthy();
    const stopped = aRun({ task_id: task, status: 'cancelled', stopped: true });
    handleRunEnd(user, stopped);
    announceRunEnd(stopped);
    expect(loadDraft(user)).toEqual(values);
    expect(idempotencyKeyFor(user, values)).not.toBe(key);
    expect(getNotices()).toEqual([]);
  });
});
