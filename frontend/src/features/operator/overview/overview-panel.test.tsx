import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ConsoleRun } from '#contract/operator/runs-console.contract.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { OverviewPanel } from './overview-panel.tsx';

const failed: ConsoleRun = {
  task_id: 't1',
  kind: 'course',
  lane: 'interactive',
  status: 'failed',
  stage: 'outline',
  progress: 10,
  subject: 'Sundials',
  title: null,
  person: null,
  batch_id: null,
  error_code: 'vendors.all_down',
  created_at: '2026-11-26T09:00:00.000Z',
  started_at: null,
  finished_at: null,
  cost_micro_usd: 0,
  services: [],
};

const OVERVIEW = { services: [], alerts: [], at: '2026-11-26T10:00:00.000Z' };

it('the newest failures are retried with one press, and leave the list', async () => {
  let runs = [failed];
  const sent = stubServer(({ method, path }) => {
    if (method === 'POST') runs = [];
    if (path.includes('/batches')) return partly({ batches: [], vendor_batch_services: [] });
    return partly({ runs, total: runs.length, parts: { steps: null, calls: null }, acts: ['retry', 'remove'] });
  });
  await showScreen(<OverviewPanel overview={OVERVIEW} />);
  expect((await screen.findByRole('link', { name: 'No service answered' })).getAttribute('href')).toBe('/operator/dead-letters/t1');
  fireEvent.click(screen.getByRole('button', { name: 'Retry Sundials' }));
  await screen.findByText('No run has failed.');
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({ path: '/api/operator/runs/t1/acts', body: { act: 'retry' } }),
  );
});

it('a batch is planned from there', async () => {
  stubServer(({ path }) =>
    partly(
      path.includes('/batches')
        ? { batches: [], vendor_batch_services: [] }
        : { runs: [], total: 0, parts: { steps: null, calls: null }, acts: [] },
    ),
  );
  await showScreen(<OverviewPanel overview={OVERVIEW} />);
  expect((await screen.findByRole('link', { name: 'Plan a batch' })).getAttribute('href')).toBe('/operator/batches?plan=true');
});
