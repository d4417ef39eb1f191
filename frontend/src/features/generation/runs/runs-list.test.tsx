import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { liveRunsKey } from './live-runs-query.ts';
import { RunsList } from './runs-list.tsx';
import { aRun, aSummary } from '#frontend/features/generation/run/run.factory.ts';

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);
const ended = (task_id: string, part: Partial<RunSummary> = {}) =>
  aSummary({ task_id, title: task_id, status: 'completed', lessons_ready: 12, ...part });

describe('all runs', () => {
  it('lists active ones first, each with its state in a word, and the outcome of the others', async () => {
    const living = aSummary({ task_id: 'living', title: 'Living' });
    const runs = [
      ended('new'),
      living,
      ended('partial', { lessons_ready: 10 }),
      ended('kept', { stopped: true, lessons_ready: 6 }),
      ended('kept one', { stopped: true, lessons_ready: 1 }),
      ended('kept and written since', { stopped: true }),
      ended('practice', { kind: 'lesson', status: 'failed', lessons_ready: 0, lessons_total: 1 }),
      ended('broken', { status: 'failed', title: null, topic: 'Broken', lessons_total: 0 }),
    ];
    stubServer(() => partly({ runs: [...runs, ended('stopped', { status: 'cancelled', lessons_ready: 3 })], next: null }));
    await showScreen(<RunsList userId="user-1" />);
    await screen.findByRole('heading', { name: 'Being written' });
    expect(rows()).toEqual([
      'LivingAsked Jan 5, 2026 · 7 of 12 lessonsBeing written',
      'newAsked Jan 5, 2026 · 12 of 12 lessonsCompleted',
      'partialAsked Jan 5, 2026 · 10 of 12 lessonsCompleted, 2 missing',
      'keptAsked Jan 5, 2026 · 6 of 12 lessonsStopped, 6 lessons kept',
      'kept oneAsked Jan 5, 2026 · 1 of 12 lessonsStopped, 1 lesson kept',
      'kept and written sinceAsked Jan 5, 2026 · 12 of 12 lessonsCompleted',
      'practiceSingle lesson · Asked Jan 5, 2026 · 0 of 1 lessonFailed',
      'BrokenAsked Jan 5, 2026Failed',
      'stoppedAsked Jan 5, 2026 · 3 of 12 lessonsCancelled',
    ]);
    expect(screen.getByRole('link', { name: 'Living' }).getAttribute('href')).toBe('/create/runs/living');
  });

  it('OPS-03: restarts a failed run that can be restarted with one press', async () => {
    const failed = ended('broken', { status: 'failed', title: 'Broken', can_retry: true });
    const sent = stubServer(({ method }) =>
      partly(method === 'POST' ? aRun({ status: 'queued' }) : { runs: [failed, ended('new')], next: null }),
    );
    await showScreen(<RunsList userId="user-1" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again Broken' }));
    expect(screen.getAllByRole('button')).toHaveLength(1);
    await waitFor(() => expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/generate-course/broken/retry'));
  });

  it('the shell’s newer state takes precedence over the page’s answer', async () => {
    stubServer(() => partly({ runs: [aSummary({ status: 'queued', queue_position: 3, lessons_total: 0 })], next: null }));
    const { cache } = await showScreen(<RunsList userId="user-1" />);
    await screen.findByText('Number 3 in the queue');
    cache.setQueryData(liveRunsKey('user-1'), { runs: [aSummary({ stage: 'approval' })], next: null });
    await screen.findByText('Outline waiting for you');
    expect(rows()).toHaveLength(1);
  });

  it('loads more on demand, and moves the focus there', async () => {
    const sent = stubServer(({ path }) =>
      partly(path.includes('after=c2') ? { runs: [ended('old')], next: null } : { runs: [ended('new')], next: 'c2' }),
    );
    await showScreen(<RunsList userId="user-1" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('old'));
    expect(sent.map(({ path }) => path)).toEqual(['/api/generate-course/runs?limit=20', '/api/generate-course/runs?limit=20&after=c2']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('empty, it explains the list; unavailable is not empty', async () => {
    stubServer(() => partly({ runs: [], next: null }));
    const { unmount } = await showScreen(<RunsList userId="user-1" />);
    await screen.findByRole('heading', { name: 'No courses requested yet' });
    unmount();
    stubServer(() => problem('internal', 'Something went wrong on our side'));
    await showScreen(<RunsList userId="user-1" />);
    await screen.findByRole('heading', { name: 'Your requests could not be loaded' });
  });
});
