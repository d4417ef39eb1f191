import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { aRun, aRunsItems } from './run.factory.ts';
import { RunView } from './run-view.tsx';

const failed = (part: Partial<StatusEnvelope> = {}) =>
  aRun({
    status: 'failed',
    error: { code: 'vendors.all_down', detail: 'x' },
    items: aRunsItems('failed', 'failed'),
    can_retry: true,
    ...part,
  });
const show = (run: StatusEnvelope) =>
  showScreen(<RunView run={run} language={{}} isStale={false} isOffline={false} seenAt={null} onStartAgain={vi.fn()} />);
const again = () => screen.queryByRole('button', { name: 'Try the failed lessons again' });
const posts = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method === 'POST').map(({ path }) => path);

describe('a run that failed after its outline', () => {
  it('offers to retry the failed lessons, beside changing the request, and is then followed', async () => {
    const live = aRun({ status: 'running', items: aRunsItems('pending', 'pending') });
    const sent = stubServer(() => partly(live));
    const { cache } = await show(failed());
    expect(screen.getByText(/The outline is saved, and finished parts are neither written nor charged again\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change the request' })).toBeTruthy();
    fireEvent.click(again()!);
    fireEvent.click(again()!);
    await waitFor(() => expect(cache.getQueryData(runKey('task-1'))).toEqual(live));
    expect(posts(sent)).toEqual(['/api/generate-course/task-1/retry']);
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });

  it('recommends the retry rather than starting again; both buttons are in one row', async () => {
    await show(failed());
    const words = screen.getByRole('alert').textContent;
    expect(words).toContain('None of the four AI services could be reached. Try again in a few minutes. Nothing was charged.');
    expect(words).not.toMatch(/start again in|starting again/i);
    expect(again()!.parentElement).toBe(screen.getByRole('button', { name: 'Change the request' }).parentElement);
    cleanup();
    await show(failed({ error: { code: 'run.no_lessons', detail: 'x' } }));
    expect(screen.getByText(/no lesson could be\. Trying again usually helps\./)).toBeTruthy();
  });

  it('shows the number of missing tokens, or why else it cannot be retried', async () => {
    stubServer(() => problem('tokens.insufficient', 'This needs 31 tokens, and 5 are available.', { needed: 31, available: 5 }));
    await show(failed());
    fireEvent.click(again()!);
    expect(await screen.findByText(/31/)).toBeTruthy();
    cleanup();
    stubServer(() => problem('limits.rate', 'Your allowance is used up.'));
    await show(failed());
    fireEvent.click(again()!);
    expect(await screen.findByText('Your allowance is used up.')).toBeTruthy();
  });

  it('is retried as a whole if all its lessons are there', async () => {
    await show(failed({ items: aRunsItems('completed', 'completed') }));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('OPS-03: restarts with one press although it failed at its outline, without mentioning an outline', async () => {
    const sent = stubServer(() => partly(aRun({ status: 'queued', items: [] })));
    await show(failed({ stage: 'outline', items: [] }));
    expect(screen.queryByText(/outline is saved/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(posts(sent)).toEqual(['/api/generate-course/task-1/retry']));
  });

  it('offers nothing if the server says that it cannot be restarted', async () => {
    await show(failed({ can_retry: undefined, items: [] }));
    expect(again()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('missing practice', () => {
  const items = aRunsItems('completed', 'pending');
  Object.assign(items[0]!, { practice_failures: [{ service: null, code: 'spend.user_cap' }] });

  it('can be retried once the course is there, and nothing is offered for a complete lesson', async () => {
    await show(
      aRun({ status: 'completed', result: { course_id: 'c-1' }, items: [items[0]!, ...aRunsItems('completed', 'completed').slice(1)] }),
    );
    expect(screen.getAllByRole('button', { name: /^Retry its practice/ })).toHaveLength(1);
  });

  it('because none of its questions could be kept is explained, and can be retried', async () => {
    const left = aRunsItems('completed', 'completed');
    Object.assign(left[0]!, { practice_failures: [{ service: null, code: 'quiz.dropped' }] });
    Object.assign(left[1]!, { practice_failures: [{ service: null, code: 'quiz.unchecked' }] });
    await show(aRun({ status: 'completed', result: { course_id: 'c-1' }, items: left }));
    expect(screen.getByText('Without quiz or exercises: The service that checked the quiz did not agree with it.')).toBeTruthy();
    expect(screen.getByText('Without quiz or exercises: No service could check the quiz.')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Retry its practice/ })).toHaveLength(2);
  });

  it('is shown as being written in every tab, and after a reload, as long as the server says so; and so is a lesson', async () => {
    const away = aRunsItems('completed', 'failed', 'failed').map((item, at) => ({
      ...item,
      ...(at === 0 && { practice_failures: [{ service: null, code: 'spend.user_cap' }] }),
      ...(at < 2 && { being_written_in: 'task-2' }),
    }));
    stubServer(() => partly(aRun({ task_id: 'task-2', kind: 'lesson' })));
    await show(aRun({ status: 'completed', stage: 'done', result: { course_id: 'c-1' }, items: away }));
    const links = await screen.findAllByRole('link', { name: 'Being written' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/create/runs/task-2', '/create/runs/task-2']);
    expect(screen.getByRole('link', { name: /^Read now/ })).toBeTruthy();
    expect(
      screen.getAllByRole('button', { name: /^(Retry its practice|Write this lesson)/ }).map(({ textContent }) => textContent),
    ).toEqual(['Write this lesson Lesson titled 2']);
  });

  it('is shown at its lesson with the reason, and can be retried during the run', async () => {
    const sent = stubServer(() => partly(aRun()));
    await show(aRun({ items }));
    expect(screen.getByText("Without quiz or exercises: Today's generation allowance was used up.")).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Read now/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Retry its practice/ }));
    await waitFor(() => expect(posts(sent)).toEqual(['/api/generate-course/task-1/lessons/lesson-0/retry']));
  });
});
