import { useRef } from 'react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
  type AnyRouter,
} from '@tanstack/react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from '@mui/material/styles';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConsoleRun, RunDetail } from '#contract/operator/runs-console.contract.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { partly, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { theme } from '#frontend/theme/theme.ts';
import { KeyList } from '../parts/key-list.tsx';
import { RunsSection } from './runs-section.tsx';

const run = (id: number, title: string): ConsoleRun => ({
  task_id: `00000000-0000-4000-8000-00000000000${id}`,
  kind: 'course',
  lane: 'interactive',
  status: 'failed',
  stage: 'drafting',
  progress: 40,
  subject: title,
  title,
  person: null,
  batch_id: null,
  error_code: null,
  created_at: '2026-11-26T10:00:00.000Z',
  started_at: null,
  finished_at: null,
  cost_micro_usd: 0,
  services: [],
});
const RUNS = [run(1, 'Bees'), run(2, 'Tea'), run(3, 'Law')];
const detail = (of: ConsoleRun): RunDetail => ({
  run: of,
  request: {},
  error_detail: null,
  operator_detail: null,
  attempt: 1,
  promoted: false,
  avoided_services: [],
  acts: ['retry'],
  steps: [],
  lost: null,
  calls: [],
  log: [],
  children: { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
  wasted_micro_usd: 0,
  charged: 0,
  of_plan: false,
  usual: null,
  course_id: null,
  request_id: 'request-1',
  trace_url: null,
});

function Console() {
  const main = useRef<HTMLDivElement>(null);
  const { id = null } = useParams({ strict: false });
  return (
    <>
      <KeyList main={main} />
      <div ref={main}>
        <RunsSection id={id} />
      </div>
    </>
  );
}

let shown: AnyRouter;
const router = () => shown;

/** The list of runs at its own URL, which it reads and changes. @returns a function that makes other runs arrive */
async function showRuns() {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  let runs = RUNS;
  stubServer(({ path }) => {
    const opened = RUNS.find(({ task_id: id }) => path.includes(id));
    return partly(opened ? detail(opened) : { runs, usual: {}, total: runs.length, parts: { steps: null, calls: null }, acts: [] });
  });
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: 'app' });
  const operator = createRoute({ getParentRoute: () => app, path: 'operator' });
  const paths = ['$section', '$section/$id'].map((path) => createRoute({ getParentRoute: () => operator, path, component: Console }));
  shown = createRouter({
    routeTree: root.addChildren([app.addChildren([operator.addChildren(paths)])]),
    history: createMemoryHistory({ initialEntries: ['/operator/runs'] }),
  });
  await shown.load();
  const client = new QueryClient();
  render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={client}>
        {/* The type belongs to the product's own router, whose routes this test does not use. */}
        <RouterProvider router={shown as never} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await screen.findByText('Bees');
  return async (newest: readonly ConsoleRun[]) => {
    runs = [...newest];
    await client.refetchQueries({ queryKey: ['operator', 'runs'] });
  };
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focusedRow = () => RUNS.find(({ task_id: id }) => document.activeElement?.closest(`[data-id="${id}"]`))?.title;

it('OPS-03: in the grid of runs J and K move, and X ticks', async () => {
  await showRuns();
  press('j');
  expect(focusedRow()).toBe('Bees');
  press('j');
  expect(focusedRow()).toBe('Tea');
  press('k');
  expect(focusedRow()).toBe('Bees');
  press('x');
  await screen.findByLabelText('Selected runs');
  expect(screen.getAllByLabelText('Deselect the row')).toHaveLength(1);
});

it('OPS-03: / focuses the filter’s words, F adds a filter, and ? lists every key', async () => {
  await showRuns();
  press('/');
  expect(document.activeElement).toBe(screen.getByLabelText('Text, run or error'));
  screen.getByLabelText('Text, run or error').blur();
  press('?');
  const keys = await screen.findByLabelText('Console shortcuts', { selector: 'table' });
  const all = [...keys.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(all.slice(0, 8)).toEqual(['j', 'k', 'Enter', 'x', 'a', '/', 'f', '?']);
  expect(all).toContain('g r');
  fireEvent.click(screen.getByText('Close'));
  await dialogClosed();
  press('f');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Status' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Failed' }));
  await waitFor(() => expect(router().state.location.search).toEqual({ find: 'status=failed' }));
});

it('OPS-03: A opens the run, and on its page moves to its acts', async () => {
  await showRuns();
  press('j');
  press('a');
  await screen.findByRole('heading', { level: 1, name: 'Bees' });
  await screen.findByText('Retry');
  press('a');
  expect(document.activeElement?.textContent).toBe('Retry');
});

it('OPS-03: while rows are selected the list does not change, and shows how many newer runs wait', async () => {
  const arrive = await showRuns();
  fireEvent.click(screen.getAllByLabelText('Select the row')[0]!);
  await screen.findByLabelText('Selected runs');
  await arrive([run(4, 'Salt'), ...RUNS]);
  await screen.findByText('1 newer run above.');
  expect(screen.queryByText('Salt')).toBeNull();
  fireEvent.click(screen.getByText('Show them'));
  await screen.findByText('Salt');
});
