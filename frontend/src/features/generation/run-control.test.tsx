import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { type SentRequest, showScreen, stubServer, unreachable } from '#frontend/testing/show-screen.tsx';
import { RunView } from './run/run-view.tsx';
import { aRun, aRunsItems } from './run/run.factory.ts';

const show = (part: Partial<StatusEnvelope> = {}) =>
  showScreen(<RunView run={aRun(part)} language={{}} isStale={false} isOffline={false} seenAt={null} onStartAgain={vi.fn()} />);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const retryButtons = () => screen.queryAllByRole('button', { name: /^Retry this lesson/ });

async function openStop(part: Partial<StatusEnvelope> = {}) {
  const shown = await show(part);
  press('Stop');
  await screen.findByRole('dialog');
  return shown;
}

describe('offline', () => {
  const NOT_REACHED = 'The server could not be reached. Check your connection.';
  let sent: SentRequest[];
  const acts = () => sent.filter(({ method }) => method !== 'GET').map(({ path }) => path);
  beforeEach(() => {
    onlineManager.setOnline(false);
    sent = stubServer(unreachable);
  });

  /** Waits until the failed call has shown its error and is not repeated after the reconnection. */
  async function isSaidAndOver(): Promise<void> {
    expect((await screen.findByText(NOT_REACHED)).getAttribute('role')).toBe('alert');
    act(() => onlineManager.setOnline(true));
    await act(async () => {});
    expect(acts()).toHaveLength(1);
  }

  it.each(['Stop and keep 2 lessons', 'Stop and discard'])('A12 %s reports the failure, and stops nothing later', async (name) => {
    await openStop();
    press(name);
    await isSaidAndOver();
    expect(acts()[0]).toContain('/api/generate-course/task-1?keep=');
  });

  it('retrying a lesson reports the failure', async () => {
    await show();
    press(/^Retry this lesson/);
    await isSaidAndOver();
  });

  it('a rejected retry of a failed run shows why', async () => {
    await show({ status: 'failed', can_retry: true, error: { code: 'vendors.all_down', detail: '' } });
    press(/^Try /);
    await isSaidAndOver();
  });
});

describe('a missing lesson', () => {
  it('names the failed services and the reasons, in words', async () => {
    const items = aRunsItems('completed', 'failed', 'failed', 'failed');
    Object.assign(items[1]!, {
      failures: [
        { service: 'claude', code: 'vendors.unavailable' },
        { service: 'gemini', code: 'vendors.broken_output' },
        { service: 'grok', code: 'vendors.unavailable' },
      ],
    });
    Object.assign(items[2]!, { failures: [{ service: null, code: 'internal' }] });
    await show({ status: 'completed', result: { course_id: 'c-1' }, items });
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toContainEqual(
      expect.stringContaining('Claude and Grok could not be reached; Gemini sent a text that could not be used.'),
    );
    expect(rows).toContainEqual(expect.stringContaining('Lesson titled 2Something went wrong on our side.'));
    expect(rows).toContainEqual(expect.stringMatching(/Lesson titled 3Not written/));
  });

  it('links to its place in the course once another run has written it, and is not offered again', async () => {
    const items = aRunsItems('completed', 'failed');
    Object.assign(items[1]!, { written_later: '0_1', failures: [{ service: 'claude', code: 'vendors.refused' }] });
    await show({ status: 'completed', result: { course_id: 'c-1' }, items });
    const link = screen.getByRole('link', { name: 'Written later: read Lesson titled 1' });
    expect(link.getAttribute('href')).toBe('/courses/c-1/learn/0/1');
    expect(screen.getByText('The course is written.')).toBeTruthy();
    expect(retryButtons()).toEqual([]);
    expect(screen.queryByText(/declined/)).toBeNull();
  });
});

describe('stopping a run', () => {
  it('A12 says exactly what happens to the lessons and what is charged, and does nothing by itself', async () => {
    const sent = stubServer(() => ({ body: {} }));
    await openStop();
    const dialog = screen.getByRole('dialog', { name: 'Stop writing this course?' });
    expect(dialog.textContent).toContain(
      'Keep: the 2 completed lessons become a course in My Courses. The other 4 lessons will not be written.',
    );
    expect(dialog.textContent).toContain('Keep: about 33.07 of the 99.20 reserved tokens are charged, for 2 of 6 lessons.');
    expect(dialog.textContent).toContain('Discard: no course is created, and nothing is charged.');
    press('Continue writing');
    await dialogClosed();
    expect(sent).toEqual([]);
  });

  it.each([
    ['Stop and keep 2 lessons', 'true'],
    ['Stop and discard', 'false'],
  ])('%s asks with keep=%s and shows the outcome at once', async (name, keep) => {
    const stopped = aRun({ status: 'cancelled', stopped: true });
    const sent = stubServer(() => ({ body: stopped }));
    const { cache } = await openStop();
    press(name);
    await waitFor(() => expect(cache.getQueryData(runKey('task-1'))).toEqual(stopped));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([`DELETE /api/generate-course/task-1?keep=${keep}`]);
  });

  it('A12 before the first lesson there is nothing to keep, and it says so', async () => {
    stubServer(() => ({ body: {} }));
    await openStop({ items: [], stage: 'outline' });
    expect(screen.getByText('No lesson is completed yet, so there is nothing to keep. No tokens are charged.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Stop and keep/ })).toBeNull();
  });

  it('reports a failure to stop, and stays open', async () => {
    stubServer(() => problem('service.unavailable', 'The service is temporarily unavailable'));
    await openStop();
    press('Stop and discard');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The service is temporarily unavailable'));
  });

  it('A12 kept lessons are a course; a stopped run has not failed', async () => {
    await show({ status: 'completed', stopped: true, result: { course_id: 'c-1' }, items: aRunsItems('completed', 'failed') });
    expect(screen.getByText('You stopped it and kept 1 lesson as a course. Nothing was charged.')).toBeTruthy();
    expect(screen.getByText('Not written')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Write this lesson/ })).toBeTruthy();
    expect(screen.queryByText('Failed')).toBeNull();
  });

  it('of a discarded run is not shown as an error', async () => {
    await show({ status: 'cancelled', stopped: true });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('2 lessons are ready to read below. Nothing was charged.')).toBeTruthy();
  });
});

describe('retrying a lesson', () => {
  it('is offered for failed lessons only, and asks for that lesson and nothing else', async () => {
    const again = aRun({ items: aRunsItems('completed', 'completed', 'processing', 'pending', 'pending', 'pending') });
    const sent = stubServer(() => ({ status: 202, body: again }));
    const { cache } = await show();
    expect(retryButtons().map(({ textContent }) => textContent)).toEqual(['Retry this lesson Lesson titled 3']);
    press(/^Retry this lesson/);
    await waitFor(() => expect(cache.getQueryData(runKey('task-1'))).toEqual(again));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/generate-course/task-1/lessons/lesson-3/retry']);
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
  });

  it('is not offered without a course to add it to', async () => {
    await show({ status: 'failed', error: { code: 'vendors.all_down', detail: '' } });
    expect(retryButtons()).toEqual([]);
  });

  it('shows why it was refused', async () => {
    stubServer(() => problem('limits.rate', "Today's generation allowance is used up"));
    await show();
    press(/^Retry this lesson/);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe("Today's generation allowance is used up"));
  });
});
