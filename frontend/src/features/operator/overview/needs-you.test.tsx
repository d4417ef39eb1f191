import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Need } from '#contract/operator/console.contract.ts';
import type { OperatorAlert } from '#contract/operator/overview.contract.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { NeedsYou } from './needs-you.tsx';

const ALERT: OperatorAlert = {
  id: 'a1',
  rule: 'StepsFail',
  severity: 'warning',
  subject: 'generate-interactive',
  value: 60,
  threshold: 50,
  opened_at: '2026-11-29T12:00:00Z',
  ended_at: null,
  owner: null,
  note: '',
  due_at: null,
};
const NEEDS: readonly Need[] = [
  { kind: 'batch', id: 'b1', name: 'Refresh', reason: 'quality' },
  { kind: 'comparison', id: 'c1', name: 'Two models', reason: null },
  { kind: 'report', id: 'r1', name: 'Bees', reason: 'rights' },
];
const show = async (alerts: readonly OperatorAlert[], needs: readonly Need[]) => {
  stubServer(() => partly({ needs }));
  await showScreen(<NeedsYou alerts={alerts} />);
};

it('links from a waiting item straight to where it is resolved, and from an alert to its runs', async () => {
  await show([ALERT], NEEDS);
  const list = within(await screen.findByRole('region', { name: 'Needs you' }));
  await list.findByRole('link', { name: 'Refresh' });
  const places = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(places).toEqual([
    ['Runs', expect.stringMatching(/^\/operator\/runs\?find=.*step.*failed/)],
    ['Refresh', '/operator/batches/b1'],
    ['Two models', '/operator/compare/c1'],
    ['Bees', '/operator/market'],
  ]);
  expect(list.getAllByRole('status').map(({ textContent: words }) => words)).toEqual([
    expect.stringContaining('60 steps have failed within a day'),
    'Refresh · a batch · Paused: too many results have findings',
    'Two models · a comparison with missing lessons or verdicts because services failed',
    'Bees · a reported course: It uses other people’s work',
  ]);
});

it('is hidden if nothing waits', async () => {
  await show([], []);
  expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
});
