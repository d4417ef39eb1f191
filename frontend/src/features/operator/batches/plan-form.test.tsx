import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { PlanForm } from './batches-section.tsx';

const estimate = {
  courses: 242,
  lessons: 900,
  pinned: 0,
  edited: 0,
  tokens_in: 1,
  tokens_out: 1,
  micro_usd: { low: 35_630_000, expected: 56_760_000, worst: 206_160_000 },
  basis: 'history',
  finish_s: 600,
};

const COURSES = [{ course_id: 'c-1', title: 'Bread at home', owner_email: 'ada@example.com', units: 8 }];

it('OPS-03: a dry run stores nothing; above its budget it shows both sums and cannot be saved until the budget is raised', async () => {
  const sent = stubServer(({ method, path, body }) => {
    if (method === 'GET') return partly({ batches: [], vendor_batch_services: [] });
    if (path.endsWith('batches')) return partly({ batch: { batch_id: 'b-1' }, bad_rows: [] });
    const budget = (body as { budget_cents: number }).budget_cents * 10_000;
    return partly({ estimate, budget_micro_usd: budget, over_budget: budget < 56_760_000, bad_rows: [], courses: COURSES });
  });
  await showScreen(<PlanForm topic="bread" onClose={vi.fn()} />);
  // it opened over a topic, so it is estimated at once
  expect(await screen.findByText(/The estimated cost is \$56\.76, and the budget is \$10\.00/)).toBeTruthy();
  // the selected courses among those in the form
  expect(screen.getByRole('rowheader', { name: 'Bread at home' })).toBeTruthy();
  expect(screen.getByText('and 241 more')).toBeTruthy();
  const limits = { most_failures: 0.1, most_cost_drift: 1.5, most_unclean: 0.5 };
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ selection: { topic: 'bread' }, ...limits });
  expect(screen.getByText('242')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save the plan' })).toBeNull();

  // another budget makes it another plan, so the result is no longer valid
  fireEvent.change(screen.getByLabelText(/^Budget in US dollars/), { target: { value: '60' } });
  await waitFor(() => expect(screen.queryByText('242')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Dry run' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save the plan' }));
  await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(3));
  expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/operator/batch-estimates',
    '/api/operator/batch-estimates',
    '/api/operator/batches',
  ]);
});
