import { useState } from 'react';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ConsoleRun } from '#contract/operator/runs-console.contract.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { TickedBar } from './runs-section.tsx';

const run = (id: string, status: ConsoleRun['status']) => ({ task_id: id, status, subject: `${status} run`, title: null }) as ConsoleRun;
const RUNS = [run('t1', 'failed'), run('t2', 'running'), run('t3', 'failed'), run('t4', 'completed')];

function Screen() {
  const [runs, setRuns] = useState<readonly ConsoleRun[]>(RUNS);
  return <TickedBar runs={runs} onDone={() => setRuns([])} />;
}

/** A server that skips runs that have not failed, like the real one. */
const stubActs = () =>
  stubServer(({ path }) => {
    const { status } = RUNS.find(({ task_id: id }) => path.includes(id)) ?? {};
    return status === 'failed'
      ? { body: { done: true } }
      : problem('run.ended', status === 'running' ? 'It is under way.' : 'It has ended.');
  });

it('OPS-03: the act is requested for each ticked run of any state, and skipped ones are listed with their reasons', async () => {
  const sent = stubActs();
  await showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('2 of 4 done, 2 unchanged')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'running run: It is under way.',
    'completed run: It has ended.',
  ]);
  expect(sent.map(({ path, body }) => [path, body])).toEqual(
    RUNS.map(({ task_id: id }) => [`/api/operator/runs/${id}/acts`, { act: 'retry' }]),
  );
  expect(screen.queryByRole('group', { name: 'Selected runs' })).toBeNull();
});

it('OPS-03: the ids of ticked runs are copied, one per line', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  await showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy numbers' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('t1\nt2\nt3\nt4'));
  vi.unstubAllGlobals();
});

it('OPS-03: deleting is confirmed before any request; moving to the front is not', async () => {
  const sent = stubActs();
  await showScreen(<Screen />);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel run' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel run (4)' });
  expect([sent, dialog.textContent]).toEqual([[], expect.stringContaining('The run is cancelled for good')]);
  fireEvent.click(screen.getByRole('button', { name: 'Keep as it is' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Move to the front' }));
  await screen.findByText('2 of 4 done, 2 unchanged');
  expect(sent.map(({ body }) => body)).toEqual(RUNS.map(() => ({ act: 'promote' })));
});
