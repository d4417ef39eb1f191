import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { aRun, aRunsItems } from '#frontend/features/generation/run/run.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import RunPage from './run-page.tsx';

const params = { taskId: 'task-1' };
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useParams: () => params }));
vi.mock('#frontend/lib/session/session.ts', async (original) => ({ ...(await original<object>()), useUser: () => ({ user_id: 'u1' }) }));

const partial = (items = aRunsItems('completed', 'failed', 'failed')) =>
  aRun({ status: 'completed', result: { course_id: 'c-1' }, finished_at: '2026-11-20T14:09:00.000Z', items });
const aProposal = (status: string, ...ids: string[]) => ({
  task_id: 'task-2',
  instruction: '',
  created_at: '2026-11-20T15:00:00.000Z',
  status,
  lesson_ids: ids,
  lessons: [],
});

/** A partial course whose missing lessons another run writes on request. */
function serve(state: { run: StatusEnvelope; later: StatusEnvelope; proposals: object[]; open: string[] }) {
  return stubServer(({ method, path }) => {
    if (method === 'POST') {
      const wanted = path.includes('/lessons/') ? ['lesson-1'] : state.open;
      state.proposals = [aProposal('writing', ...wanted)];
      state.open = state.open.filter((id) => !wanted.includes(id));
      return partly(state.later, 202);
    }
    if (path.includes('/status/task-2')) return partly(state.later);
    if (path.includes('/status/')) return partly(state.run);
    if (path.endsWith('/missing-lessons')) return partly({ lesson_ids: state.open, cost: state.open.length * 516 });
    return partly(path.endsWith('/proposals') ? { proposals: state.proposals } : {});
  });
}
const begin = () => {
  const state = {
    run: partial(),
    later: aRun({ task_id: 'task-2', kind: 'lesson' }),
    proposals: [] as object[],
    open: ['lesson-1', 'lesson-2'],
  };
  return { state, sent: serve(state) };
};
const asked = (sent: ReturnType<typeof serve>) => sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
const rows = () =>
  screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .filter((text) => /^\d\.\d/.test(text ?? ''))
    .slice(0, 3);

it('the missing lessons of a finished course are written with one press at a quoted price; the rows follow the run that writes them', async () => {
  const { state, sent } = begin();
  const { cache } = await showScreen(<RunPage />);
  const all = await screen.findByRole('button', { name: 'Write the 2 missing lessons' });
  expect(
    screen.getByText('The course is written except for 2 lessons. You can have them written below; the rest stays as it is.'),
  ).toBeTruthy();
  expect(screen.getByText('Costs up to 10.32 tokens for all. A lesson that cannot be written costs nothing.')).toBeTruthy();
  expect(rows()[1]).toBe('1.2Lesson titled 1Not writtenWrite this lesson Lesson titled 1');
  fireEvent.click(all);
  await waitFor(() => expect(rows()).toContain('1.2Lesson titled 1Being written'));
  expect(rows()[2]).toBe('2.1Lesson titled 2Being written');
  expect(asked(sent)).toEqual(['/api/courses/c-1/missing-lessons']);
  expect(screen.queryByRole('button', { name: /^Write/ })).toBeNull();

  const items = aRunsItems('completed', 'failed', 'failed');
  state.run = partial(items.map((item) => (item.readable ? item : { ...item, written_later: `${item.module}_${item.lesson}` })));
  state.later = { ...state.later, status: 'completed' };
  state.proposals = [];
  await cache.invalidateQueries({ queryKey: ['run', 'task-2'] });
  expect(await screen.findByRole('link', { name: 'Written later: read Lesson titled 1' })).toBeTruthy();
  expect(screen.getByText('The course is written.')).toBeTruthy();
});

it('one lesson is written alone, its row links to that run, and the price is that of the other ones', async () => {
  const { sent } = begin();
  await showScreen(<RunPage />);
  await screen.findByText('Costs up to 10.32 tokens for all. A lesson that cannot be written costs nothing.');
  fireEvent.click(screen.getByRole('button', { name: 'Write this lesson Lesson titled 1' }));
  const link = await screen.findByRole('link', { name: 'Being written' });
  expect(link.getAttribute('href')).toBe('/create/runs/task-2');
  expect(asked(sent)).toEqual(['/api/generate-course/task-1/lessons/lesson-1/retry']);
  expect(await screen.findByText('Costs up to 5.16 tokens, or nothing if it cannot be written.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Write/ }).map(({ textContent }) => textContent)).toEqual([
    'Write this lesson Lesson titled 2',
  ]);
});

it('runs started or failed in another window are shown alike', async () => {
  const { state } = begin();
  state.proposals = [aProposal('writing', 'lesson-2'), { ...aProposal('failed', 'lesson-1', 'lesson-2'), task_id: 'task-0' }];
  state.later = { ...state.later, status: 'queued' };
  await showScreen(<RunPage />);
  expect(await screen.findByRole('link', { name: 'Waiting to be started' })).toBeTruthy();
  expect(rows().slice(1)).toEqual([
    '1.2Lesson titled 1Failed againWrite this lesson Lesson titled 1',
    '2.1Lesson titled 2Waiting to be started',
  ]);
  expect(screen.getByRole('link', { name: 'Failed again' }).getAttribute('href')).toBe('/create/runs/task-0');
});

it('a lesson whose practice is being written can be read in the meantime', async () => {
  const { state } = begin();
  const [first] = aRunsItems('completed');
  state.run = partial([{ ...first!, practice_failures: [{ service: 'openai', code: 'vendors.unavailable' }] }]);
  state.proposals = [aProposal('writing', 'lesson-0')];
  const { cache } = await showScreen(<RunPage />);
  expect(await screen.findByRole('link', { name: 'Being written' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Read now/ })).toBeTruthy();
  state.later = { ...state.later, status: 'failed' };
  state.proposals = [aProposal('failed', 'lesson-0')];
  await cache.invalidateQueries({ queryKey: ['run', 'task-2'] });
  expect(await screen.findByRole('button', { name: /^Retry its practice/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Read now/ })).toBeTruthy();
});

/** A completed course of three lessons; the given ones lack practice. */
const unpractised = (...lacking: number[]) =>
  partial(
    aRunsItems('completed', 'completed', 'completed').map((item, at) =>
      lacking.includes(at) ? { ...item, practice_failures: [{ service: 'openai' as const, code: 'vendors.unavailable' }] } : item,
    ),
  );

it('all missing practice is written with one press for free; when it is there no note remains', async () => {
  const { state, sent } = begin();
  state.run = unpractised(0, 1);
  state.open = ['lesson-0', 'lesson-1'];
  const { cache } = await showScreen(<RunPage />);
  expect(await screen.findByText(/2 lessons have no quiz or exercises; retrying costs nothing/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry all practice' }));
  expect(await screen.findAllByRole('link', { name: 'Being written' })).toHaveLength(2);
  expect(asked(sent)).toEqual(['/api/generate-course/task-1/practice/retry']);
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Being written');

  state.run = unpractised();
  state.later = { ...state.later, status: 'completed' };
  state.proposals = [];
  await cache.invalidateQueries({ queryKey: ['run', 'task-2'] });
  expect(await screen.findByText('The course is written.')).toBeTruthy();
  expect(screen.queryByText(/Without quiz or exercises/)).toBeNull();
});

it('a complete course offers nothing of the kind', async () => {
  const { state, sent } = begin();
  state.run = partial(aRunsItems('completed', 'completed'));
  await showScreen(<RunPage />);
  await screen.findByText('The course is written.');
  expect(sent.filter(({ path }) => path.includes('/courses/'))).toEqual([]);
});
