import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import { ApiError } from '#frontend/lib/api-error.ts';
import { runKey } from '#frontend/lib/polling/poll-run.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { showScreen, stubServer, unreachable } from '#frontend/testing/show-screen.tsx';
import { saveDraft } from '#frontend/features/generation/builder/course-draft.ts';
import { FORM_DEFAULTS, type FormValues } from '#frontend/features/generation/builder/form-values.ts';
import { rememberRun } from './recent-runs.ts';
import { isAnnounced } from '#frontend/features/generation/run/run-outcome.ts';
import { liveRunsKey, nextRunsPollMs } from './live-runs-query.ts';
import RunWatcher from './run-watcher.tsx';
import { aRun, aRunsItems, aSummary } from '#frontend/features/generation/run/run.factory.ts';

const onEnded = vi.fn();
const onOpen = vi.fn();
let n = 0;
let task = '';
let live: RunSummary[] = [];
let ended = aRun();

const values: FormValues = { ...FORM_DEFAULTS, topic: 'Bees', learning_goals: 'Keep them', age: '34' };
/** The run was started from this tab's form, which has not been changed since. */
const remember = () => {
  saveDraft('user-1', values);
  rememberRun('user-1', { task_id: task, values });
};

/** The shell's watcher on some screen; the server answers with `live` and `ended`. */
async function watch(pathname = '/courses') {
  const sent = stubServer(({ path }) => ({ body: path.includes('/runs?') ? { runs: live, next: null } : ended }));
  const shown = await showScreen(
    <>
      <ShelfFrame title="My Courses">
        <p>…</p>
      </ShelfFrame>
      <RunWatcher userId="user-1" pathname={pathname} onOpen={onOpen} onEnded={onEnded} />
    </>,
  );
  const look = () => act(() => shown.cache.refetchQueries({ queryKey: liveRunsKey('user-1') }));
  return { ...shown, sent, look };
}
const end = (part: Partial<typeof ended> = {}) => {
  live = [];
  ended = aRun({ task_id: task, status: 'completed', items: aRunsItems('completed'), result: { course_id: 'c-1' }, ...part });
};

beforeEach(() => {
  task = `watched-${++n}`;
  live = [aSummary({ task_id: task })];
  remember();
});

describe('the chip of the course being written', () => {
  it('links to the desk of its studio course, and is hidden there', async () => {
    live = [aSummary({ task_id: task, creator_course_id: 'course-1' })];
    const elsewhere = await watch();
    const chip = await screen.findByRole('navigation', { name: 'Being written' });
    expect(chip.querySelector('a')?.getAttribute('href')).toBe('/studio/courses/course-1');
    cleanup();
    const { look } = await watch('/studio/courses/course-1');
    await waitFor(() => expect(document.title).toBe('(7/12) My Courses · Coursewright'));
    expect(screen.queryByRole('navigation', { name: 'Being written' })).toBeNull();
    end({ creator_course_id: 'course-1' });
    await look();
    await waitFor(() => expect(getNotices().map(({ link }) => link?.href)).toEqual(['/studio/courses/course-1']));
    expect(elsewhere.address(), 'nobody is taken there').toBe('/here');
  });

  it('A15 shows title and count with links to the run and to all runs, and counts in the title bar', async () => {
    await watch();
    const chip = await screen.findByRole('navigation', { name: 'Being written' });
    expect(chip.textContent).toBe('Bees on a roof7/12 lessons readyYour requests');
    expect(screen.getByRole('link', { name: 'Bees on a roof' }).getAttribute('href')).toBe(`/create/runs/${task}`);
    expect(screen.getByRole('link', { name: 'Your requests' }).getAttribute('href')).toBe('/create/runs');
    await waitFor(() => expect(document.title).toBe('(7/12) My Courses · Coursewright'));
  });

  it('of several shows the newest and the number of others, with one request for all', async () => {
    live = [aSummary({ task_id: task, stage: 'approval' }), aSummary({ task_id: 'older' }), aSummary({ task_id: 'oldest' })];
    const { sent } = await watch();
    const chip = await screen.findByRole('navigation', { name: 'Being written' });
    expect(chip.textContent).toBe('Bees on a roofcheck outline2 more');
    expect(sent).toHaveLength(1);
  });

  it('is hidden in a lesson, which shows nothing of other courses', async () => {
    await watch('/courses/c-2/learn/0/1');
    await screen.findByText('…');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(document.title).toBe('My Courses · Coursewright');
    cleanup();
    await watch(`/create/runs/${task}/lessons/1`);
    await waitFor(() => expect(document.title).toBe('(7/12) My Courses · Coursewright'));
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('disappears, with the count, when nothing is being written any more', async () => {
    const { look } = await watch();
    await screen.findByRole('navigation', { name: 'Being written' });
    end();
    await look();
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull());
    await waitFor(() => expect(document.title).toBe('My Courses · Coursewright'));
  });
});

describe('A15 the end of a run', () => {
  it('GEN-07 is announced on any screen, once, and refetches the lists', async () => {
    const { look } = await watch();
    await screen.findByRole('navigation', { name: 'Being written' });
    expect(isAnnounced(task), 'also where the server is heard first').toBe(true);
    end({ points_awarded: 200 });
    await look();
    await waitFor(() => expect(getNotices()).toHaveLength(1));
    await look();
    expect(getNotices().map(({ text, link }) => [text, link?.href])).toEqual([['Course generated, +200 points', '/courses/c-1']]);
    expect(onEnded).toHaveBeenCalledOnce();
  });

  it('GEN-07 A15 only a user who looks at the sent form is taken to My Courses, and only while idle', async () => {
    const finishOn = async (pathname: string, before = () => {}) => {
      const { look } = await watch(pathname);
      await waitFor(() => expect(document.title).not.toBe('My Courses · Coursewright'));
      end();
      before();
      await look();
      await waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
      const opened = onOpen.mock.calls.flat();
      cleanup();
      onEnded.mockClear();
      onOpen.mockClear();
      task = `watched-${++n}`;
      live = [aSummary({ task_id: task })];
      remember();
      return opened;
    };
    expect(await finishOn('/create')).toEqual(['/courses']);
    expect(await finishOn(`/create/runs/${task}`), 'watches the run').toEqual([]);
    expect(await finishOn(`/create/runs/${task}/lessons/1`), 'reads').toEqual([]);
    expect(await finishOn('/dashboard')).toEqual([]);
    expect(await finishOn('/create', () => saveDraft('user-1', { ...values, topic: 'Wasps' })), 'describes another course').toEqual([]);
    expect(await finishOn('/create', () => window.dispatchEvent(new Event('pointermove'))), 'is busy').toEqual([]);
  });

  it('a failure is announced too, but not on the page that shows it', async () => {
    const { look } = await watch(`/create/runs/${task}`);
    await waitFor(() => expect(document.title).not.toBe('My Courses · Coursewright'));
    expect(screen.queryByRole('navigation', { name: 'Being written' })).toBeNull();
    end({ status: 'failed' });
    await look();
    await waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
    expect(getNotices()).toEqual([]);
  });

  it('a run stopped by the learner is not announced', async () => {
    const { look } = await watch();
    await screen.findByRole('navigation', { name: 'Being written' });
    end({ stopped: true });
    await look();
    await waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
    expect(getNotices()).toEqual([]);
  });

  it('is fetched again with the next poll after a failure', async () => {
    const { look } = await watch();
    await screen.findByRole('navigation', { name: 'Being written' });
    live = [];
    ended = { status: 'nonsense' } as never;
    stubServer(({ path }) => (path.includes('/runs?') ? { body: { runs: [], next: null } } : unreachable()));
    await look();
    expect(getNotices()).toEqual([]);
    end();
    stubServer(({ path }) => ({ body: path.includes('/runs?') ? { runs: live, next: null } : ended }));
    await look();
    await waitFor(() => expect(getNotices()).toHaveLength(1));
  });
});

describe('an outline that waits for review', () => {
  const asked = async (before: RunSummary[], now: RunSummary[]) => {
    live = before;
    const { cache, look } = await watch();
    await waitFor(() => expect(cache.getQueryData(liveRunsKey('user-1'))).toBeTruthy());
    cache.setQueryData(['notifications', 'user-1'], { notifications: [], unread: 0 });
    live = now;
    await look();
    return () => cache.getQueryState(['notifications', 'user-1'])?.isInvalidated;
  };
  const waiting = () => aSummary({ task_id: task, stage: 'approval' });

  it('A19 refreshes the bell, even if nothing was known of its run before', async () => {
    const heard = await asked([aSummary({ task_id: task, stage: 'outline' })], [waiting()]);
    await waitFor(() => expect(heard()).toBe(true));
    cleanup();
    const unheard = await asked([], [waiting()]);
    await waitFor(() => expect(unheard()).toBe(true));
  });

  it('does not if it waited before this page was opened', async () => {
    expect((await asked([waiting()], [waiting()]))()).toBe(false);
  });
});

it('a failed run resumed on any device is polled again on the page that shows its failure', async () => {
  live = [];
  const { cache, look } = await watch(`/create/runs/${task}`);
  cache.setQueryData(runKey(task), aRun({ task_id: task, status: 'failed', can_retry: true }));
  await look();
  expect(cache.getQueryState(runKey(task))?.isInvalidated).toBe(false);
  live = [aSummary({ task_id: task })];
  await look();
  await waitFor(() => expect(cache.getQueryState(runKey(task))?.isInvalidated).toBe(true));
});

describe('the polling interval', () => {
  const state = { runs: 1, error: null, failures: 0 };
  it.each([
    ['while something is written', state, false, 3_000],
    ['while nothing is', { ...state, runs: 0 }, false, 30_000],
    ['in a hidden tab', state, true, 15_000],
    ['after failures, ever slower', { ...state, error: new Error('x'), failures: 2 }, false, 12_000],
    ['but not for ever', { ...state, error: new Error('x'), failures: 50 }, false, 30_000],
    [
      'when the server asks to wait',
      { ...state, error: new ApiError({ status: 429, code: 'limits.rate', message: '', retryAfterS: 20 }), failures: 1 },
      false,
      20_000,
    ],
  ])('%s', (_when, given, isHidden, ms) => {
    expect(nextRunsPollMs(given, isHidden)).toBe(ms);
  });
});
