import { useRef } from 'react';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider, useParams } from '@tanstack/react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from '@mui/material/styles';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConsoleRun, RunDetail } from '#contract/operator/runs-console.contract.ts';
import { stubServer } from '#frontend/testing/show-screen.tsx';
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
  calls: [],
  log: [],
  children: { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
  wasted_micro_usd: 0,
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

/** The list of runs at its own address, which it reads and changes. */
async function showRuns() {
  stubServer(({ path }) => {
    const opened = RUNS.find(({ task_id: id }) => path.includes(id));
    return { body: opened ? detail(opened) : { runs: RUNS, total: RUNS.length, parts: { steps: null, calls: null }, acts: [] } };
  });
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: 'app' });
  const operator = createRoute({ getParentRoute: () => app, path: 'operator' });
  const paths = ['$section', '$section/$id'].map((path) => createRoute({ getParentRoute: () => operator, path, component: Console }));
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([operator.addChildren(paths)])]),
    history: createMemoryHistory({ initialEntries: ['/operator/runs'] }),
  });
  await router.load();
  render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={new QueryClient()}>
        {/* The product's own router is another; its addresses are not these. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await screen.findByText('Bees');
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focusedRow = () => RUNS.find(({ task_id: id }) => document.activeElement?.closest(`[data-id="${id}"]`))?.title;

it('OPS-03: in the grid of runs J and K walk, and X ticks', async () => {
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

it('OPS-03: / unfolds the filters of the runs and goes to the first; ? lists every key', async () => {
  await showRuns();
  const filters = screen.getByText('Filters');
  expect(filters.getAttribute('aria-expanded')).toBe('false');
  press('/');
  expect(filters.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('Text or run id'));
  screen.getByLabelText('Text or run id').blur();
  press('?');
  const keys = await screen.findByLabelText('Keys of the console', { selector: 'table' });
  expect([...keys.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(['j', 'k', 'Enter', 'x', 'a', '/', '?']);
});

it('OPS-03: A opens the run and then goes to its actions; J opens the next one beside the list', async () => {
  await showRuns();
  press('j');
  press('a');
  await screen.findByText('Retry');
  const heading = () => document.querySelector('section h2');
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  expect(heading()?.textContent).toBe('Bees');
  press('a');
  expect(document.activeElement?.textContent).toBe('Retry');
  press('j');
  await waitFor(() => expect(heading()?.textContent).toBe('Tea'));
});
