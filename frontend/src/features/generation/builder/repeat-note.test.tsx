import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { idempotencyKeyFor, loadDraft } from './course-draft.ts';
import { FORM_DEFAULTS, type FormValues } from './form-values.ts';
import { forgetRun, recentRuns, rememberRun } from '#frontend/features/generation/runs/recent-runs.ts';
import { RepeatNote } from './repeat-note.tsx';
import { aRun } from '#frontend/features/generation/run/run.factory.ts';
import { prepareStartAgain } from './start-again.ts';

const USER = 'u-1';
const values: FormValues = { ...FORM_DEFAULTS, topic: 'Bees', learning_goals: 'Keep them', age: '34' };
const run = aRun({ status: 'completed', result: { course_id: 'c-1' }, created_at: new Date(Date.now() - 4 * 60_000).toISOString() });
const onStartAgain = vi.fn(() => prepareStartAgain(USER, run.task_id));
const show = () => showScreen(<RepeatNote userId={USER} run={run} onStartAgain={onStartAgain} />);

afterEach(() => {
  forgetRun(USER, run.task_id);
});

describe('G29 a form that had been written before', () => {
  it('is announced on arrival, and leaves the recent runs with the page', async () => {
    rememberRun(USER, { task_id: run.task_id, values, isRepeat: true });
    const { unmount } = await show();
    expect(screen.getByRole('status').textContent).toContain('You requested the same course 4 minutes ago. Here it is.');
    unmount();
    expect(recentRuns(USER)).toEqual([]);
  });

  it('can be written once more: the form is filled in as it was, as a new attempt, even if the run is no longer a recent one', async () => {
    const key = idempotencyKeyFor(USER, values);
    rememberRun(USER, { task_id: run.task_id, values, isRepeat: true });
    await show();
    forgetRun(USER, run.task_id);
    fireEvent.click(screen.getByRole('button', { name: 'Write another one' }));
    expect(onStartAgain).toHaveBeenCalledOnce();
    await onStartAgain.mock.results[0]!.value;
    expect(loadDraft(USER)).toEqual(values);
    expect(idempotencyKeyFor(USER, values)).not.toBe(key);
  });

  it('is not mentioned for a new run, nor for one opened from elsewhere', async () => {
    rememberRun(USER, { task_id: run.task_id, values, isRepeat: false });
    await show();
    expect(screen.queryByRole('status')).toBeNull();
    cleanup();
    forgetRun(USER, run.task_id);
    await show();
    expect(screen.queryByRole('status')).toBeNull();
  });
});
