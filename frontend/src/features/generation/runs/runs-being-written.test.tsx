import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { FORM_DEFAULTS } from '#frontend/features/generation/builder/form-values.ts';
import { forgetRun, recentRuns, rememberRun } from './recent-runs.ts';
import { aRun, aRunsItems } from '#frontend/features/generation/run/run.factory.ts';
import { RunsBeingWritten } from './runs-being-written.tsx';

const agoMs = (ms: number): string => new Date(Date.now() - ms).toISOString();
const ended = { status: 'completed', items: aRunsItems('completed'), result: { course_id: 'c-1' } } as const;
let task = '';
let n = 0;

/** Renders the list in a tab that was closed when the run ended. */
async function showEnded(run: Parameters<typeof aRun>[0]): Promise<void> {
  stubServer(({ path }) => ({ body: path.endsWith('/runs') ? { runs: [] } : aRun({ task_id: task, title: 'Bees', ...run }) }));
  rememberRun('u1', { task_id: task, values: { ...FORM_DEFAULTS, topic: 'Bees' } });
  await showScreen(<RunsBeingWritten userId="u1" />);
}

beforeEach(() => {
  task = `ended-${++n}`;
});
afterEach(() => {
  for (const { task_id } of recentRuns('u1')) forgetRun('u1', task_id);
});

describe('GEN-07 a run whose tab was closed when it ended', () => {
  it.each([ended, { ...ended, stopped: true }, { status: 'cancelled', stopped: true } as const])(
    'leaves the list with the next visit if its end is more than 10 s old',
    async (run) => {
      await showEnded({ ...run, finished_at: agoMs(11_000) });
      await waitFor(() => expect(recentRuns('u1')).toEqual([]));
    },
  );

  it('ended runs are under a heading that says so', async () => {
    await showEnded({ status: 'failed', finished_at: agoMs(60_000) });
    await screen.findByRole('heading', { name: 'Ended' });
    await waitFor(() => expect(screen.getByRole('region', { name: 'Ended' }).textContent).toContain('Bees'));
    expect(screen.queryByRole('region', { name: 'Being written' })).toBeNull();
  });

  it('running ones are under their own heading', async () => {
    await showEnded({});
    await screen.findByText('2 of 6 lessons ready');
    expect(screen.queryByRole('region', { name: 'Ended' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Being written' }).textContent).toContain('Bees');
  });

  it('stays for the rest of the 10 s, and a failed one until it is dismissed', async () => {
    await showEnded({ ...ended, finished_at: agoMs(1_000) });
    expect(await screen.findByRole('link', { name: 'Bees' })).toBeTruthy();
    expect(recentRuns('u1')).toHaveLength(1);
    forgetRun('u1', task);
    cleanup();
    task = `failed-${n}`;
    await showEnded({ status: 'failed', finished_at: agoMs(60_000) });
    expect(await screen.findByRole('button', { name: 'Dismiss Bees' })).toBeTruthy();
    expect(recentRuns('u1')).toHaveLength(1);
  });
});
