import { useState } from 'react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { aRun, aRunsItems, aSummary } from '#frontend/features/generation/run/run.factory.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type Answer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { WriteLessons } from './write-lessons.tsx';

const wish = { topic: 'Bees on a roof', goals: 'Keep one colony', difficulty: 'intermediate' } as const;
const onChange = vi.fn();
const onShow = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.clearAllMocks();
});

function Desk({ isAsked = false }: { readonly isAsked?: boolean }) {
  const [isAsking, setAsking] = useState(isAsked);
  return (
    <WriteLessons
      userId="u1"
      courseId="course-1"
      wish={wish}
      sources={() => null}
      isAsking={isAsking}
      onAsk={setAsking}
      shown={undefined}
      onShow={onShow}
      onChange={onChange}
    />
  );
}

/** Serves the runs of the studio's course: none before one is requested, unless one already exists. */
function serve(run: () => StatusEnvelope, isThere = false, other?: (request: SentRequest) => Answer | undefined) {
  let isStarted = isThere;
  return stubServer((request) => {
    const { method, path } = request;
    const said = other?.(request);
    if (said) return said;
    if (method === 'POST' && path === '/api/generate-course') {
      isStarted = true;
      return partly(run(), 202);
    }
    if (path.startsWith('/api/generate-course/runs')) {
      const { task_id, status, result } = run();
      return partly({
        runs: isStarted ? [aSummary({ task_id, status, ...(result && { result }), creator_course_id: 'course-1' })] : [],
        next: null,
      });
    }
    if (path.startsWith('/api/generate-course/status/')) return partly(run());
    return partly({});
  });
}
const posted = (sent: readonly SentRequest[]) => sent.filter(({ method, path }) => method === 'POST' && path === '/api/generate-course');

describe('the lessons of a studio course', () => {
  it('are requested with the course’s own description, and followed on the same page', async () => {
    const sent = serve(() => aRun());
    const { address } = await showScreen(<Desk />, '/studio/courses/course-1');
    fireEvent.click(await screen.findByRole('button', { name: 'Write its lessons' }));
    const form = within(await screen.findByRole('form', { name: 'Write its lessons' }));
    expect([form.getByLabelText<HTMLInputElement>(/^Topic/).value, form.getByLabelText<HTMLInputElement>(/^Learning goals/).value]).toEqual(
      ['Bees on a roof', 'Keep one colony'],
    );
    fireEvent.change(form.getByLabelText(/^Age of the learner/), { target: { value: '34' } });
    fireEvent.click(form.getByRole('button', { name: 'Write the lessons' }));
    expect(await screen.findByText('2 of 6 lessons ready')).toBeTruthy();
    expect(posted(sent).map(({ body }) => body)).toEqual([
      expect.objectContaining({ creator_course_id: 'course-1', topic: 'Bees on a roof', age: 34, difficulty: 'intermediate' }),
    ]);
    expect(posted(sent)[0]!.headers.get('idempotency-key')).toBeTruthy();
    expect(address()).toBe('/studio/courses/course-1');
    expect(onChange).toHaveBeenCalled();
    for (const link of screen.queryAllByRole('link')) expect(link.getAttribute('href')).not.toMatch(/^\/create/);
  });

  it('with missing fields say so at the field, and nothing is sent', async () => {
    const sent = serve(() => aRun());
    await showScreen(<Desk isAsked />, '/studio/courses/course-1');
    fireEvent.click(await screen.findByRole('button', { name: 'Write the lessons' }));
    expect(await screen.findByText('Please fill in all required fields')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Age of the learner/));
    expect(posted(sent)).toEqual([]);
  });

  it('that are refused show the reason, and the typed text stays, even if the form is closed and reopened', async () => {
    serve(
      () => aRun(),
      false,
      ({ method, path }) => (method === 'POST' && path === '/api/generate-course' ? problem('service.unavailable', 'Not now.') : undefined),
    );
    await showScreen(<Desk isAsked />, '/studio/courses/course-1');
    fireEvent.change(await screen.findByLabelText(/^Age of the learner/), { target: { value: '34' } });
    fireEvent.click(screen.getByRole('button', { name: 'Write the lessons' }));
    expect(await screen.findByText(/Not now\./)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Write its lessons' }));
    expect((await screen.findByLabelText<HTMLInputElement>(/^Age of the learner/)).value).toBe('34');
  });

  it('appear one by one as they are written, can be read meanwhile, and are stopped here', async () => {
    serve(() => aRun({ items: aRunsItems('completed', 'processing', 'pending') }), true);
    await showScreen(<Desk />, '/studio/courses/course-1');
    fireEvent.click(await screen.findByRole('button', { name: /^Read now Lesson titled 0/ }));
    fireEvent.click(screen.getByRole('button', { name: /^Being written: read along Lesson titled 1/ }));
    expect(onShow.mock.calls).toEqual([['lesson-0'], ['lesson-1']]);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('dialog', { name: 'Stop writing this course?' })).toBeTruthy();
  });

  it('are not requested twice at once: a link to the form shows the active run', async () => {
    serve(() => aRun(), true);
    await showScreen(<Desk isAsked />, '/studio/courses/course-1');
    expect(await screen.findByText('2 of 6 lessons ready')).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('that failed are retried here, or requested with other values', async () => {
    const failed = aRun({
      status: 'failed',
      stage: 'lessons',
      can_retry: true,
      finished_at: '2026-11-20T14:05:00.000Z',
      error: { code: 'vendors.all_down', detail: 'None of the AI services answered.' },
    });
    let run = failed;
    const sent = serve(
      () => run,
      true,
      ({ method, path }) => {
        if (method !== 'POST' || !path.endsWith('/retry')) return undefined;
        run = aRun();
        return partly(run, 202);
      },
    );
    await showScreen(<Desk />, '/studio/courses/course-1');
    expect(await screen.findByRole('button', { name: 'Change the request' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try the failed lessons again' }));
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy();
    expect(sent.filter(({ path }) => path.endsWith('/retry'))).toHaveLength(1);
  });

  it('that are finished update the desk, which then has them', async () => {
    let run = aRun();
    serve(() => run, true);
    const { cache } = await showScreen(<Desk />, '/studio/courses/course-1');
    await screen.findByText('2 of 6 lessons ready');
    expect(onChange).not.toHaveBeenCalled();
    run = aRun({
      status: 'completed',
      stage: 'done',
      finished_at: '2026-11-20T14:05:00.000Z',
      items: aRunsItems('completed'),
      result: { course_id: 'c1' },
    });
    await cache.invalidateQueries({ queryKey: ['run', 'task-1'] });
    expect(await screen.findByText('1 of 1 lesson ready')).toBeTruthy();
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
    expect(screen.getByRole('button', { name: 'Rewrite them' })).toBeTruthy();
  });

  it('that end before their first request here update the desk too', async () => {
    const ended = aRun({ status: 'completed', stage: 'done', items: aRunsItems('completed'), result: { course_id: 'c1' } });
    const running = aSummary({ task_id: ended.task_id, status: 'running', creator_course_id: 'course-1' });
    serve(
      () => ended,
      true,
      ({ path }) => (path.startsWith('/api/generate-course/runs') ? partly({ runs: [running], next: null }) : undefined),
    );
    await showScreen(<Desk />, '/studio/courses/course-1');
    expect(await screen.findByRole('button', { name: 'Rewrite them' })).toBeTruthy();
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  });

  it('whose state could not be loaded can be reloaded', async () => {
    stubServer(() => problem('internal', 'no'));
    await showScreen(<Desk />, '/studio/courses/course-1');
    expect(await screen.findByText('The courses being written could not be loaded')).toBeTruthy();
    serve(() => aRun(), true);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 of 6 lessons ready')).toBeTruthy();
  });
});
