import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ITEM_STATES } from '#contract/operator/batches.contract.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { BatchPage } from './batch-page.tsx';

const MONEY = { low: 1, expected: 2, worst: 3 };
const batch = (changes: object) => ({
  batch_id: 'b-1',
  name: 'Bread',
  what: 'refresh_all',
  into_language: null,
  instruction: '',
  state: 'review',
  paused_for: null,
  at_once: 5,
  by_vendor_batch: false,
  canary: 1,
  budget_micro_usd: 10_000_000,
  spent_micro_usd: 4_200_000,
  reserved_micro_usd: 0,
  over_budget: false,
  limits: { most_failures: 0.1, most_cost_drift: 1.5, most_unclean: 0.5 },
  judged: { results: 6, failed: 0, unclean: 4, cost_drift: 1.2, since: null },
  estimate: {
    courses: 3,
    lessons: 24,
    pinned: 0,
    edited: 0,
    tokens_in: 1,
    tokens_out: 1,
    micro_usd: MONEY,
    basis: 'history',
    finish_s: 1,
  },
  items: Object.fromEntries(ITEM_STATES.map((state) => [state, 0])),
  total: 3,
  live: { courses: 0, units: 0 },
  eta_s: null,
  created_at: '2026-11-27T10:00:00Z',
  started_at: '2026-11-27T10:01:00Z',
  ended_at: null,
  acts: ['continue', 'cancel', 'approve'],
  creator_id: null,
  ...changes,
});
const ITEM = {
  course_id: 'c-1',
  title: 'Bread at home',
  owner_email: 'ada@example.com',
  lessons: 8,
  state: 'ready',
  reason: null,
  attempt: 1,
  child_id: 'r-1',
  similarity: 0.8,
  is_clean: true,
  expected_micro_usd: 2,
  cost_micro_usd: 2,
  published_version: null,
};
const LESSON = { lesson_id: 'l', title: 'The jar', live: 'Flour', proposed: 'Rye', similarity: 0.8, notes: [], is_reviewed: true };

const Diff = ({ before, after }: { readonly before: string | null; readonly after: string }) => (
  <p>
    {before} to {after}
  </p>
);

/** Renders a batch, and records the actions on it. */
async function show(changes: object) {
  const sent = stubServer(({ method, path }) => {
    if (method === 'POST') return { body: batch(changes) };
    return { body: path.includes('/items/') ? { lessons: [LESSON] } : { batch: batch(changes), items: [ITEM], at_vendors: null } };
  });
  await showScreen(<BatchPage batchId="b-1" Diff={Diff} />);
  return () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

it('OPS-03: the page of a batch shows the changes of its canary, and each course is decided there', async () => {
  const acts = await show({});
  const trial = within(await screen.findByRole('region', { name: 'Trial results' }));
  expect(await trial.findByText('Flour to Rye')).toBeTruthy();
  fireEvent.click(trial.getByRole('button', { name: 'Approve this course' }));
  await waitFor(() => expect(acts()).toEqual([{ act: 'approve', course_ids: ['c-1'] }]));
});

it('OPS-03: a completed batch shows its changes and its cost, and one press reverts it', async () => {
  const acts = await show({ state: 'done', live: { courses: 3, units: 24 }, acts: ['rollback'] });
  const changed = within(await screen.findByRole('group', { name: 'Changes' }));
  expect(changed.getByText('3 courses have changed, Lessons: 24, $4.20.')).toBeTruthy();
  fireEvent.click(changed.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(acts()).toEqual([{ act: 'rollback' }]));
});

it('OPS-03: resuming a batch that its own limits have paused says with its numbers that only later results are judged', async () => {
  const items = { ...Object.fromEntries(ITEM_STATES.map((state) => [state, 0])), ready: 6, pending: 24 };
  const acts = await show({ state: 'paused', paused_for: 'quality', items, acts: ['resume', 'set_limits', 'cancel'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Resume' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Resume' }));
  expect(asked.getByText(/Of 6 results, 0 failed and 4 have findings; they cost 1.2 times the expected amount\./).textContent).toMatch(
    /only results from now on are judged\..*more than 50% have findings.*24 courses have not started\./,
  );
  fireEvent.click(asked.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(acts()).toEqual([{ act: 'resume' }]));
});

it('OPS-03: the limits at which a batch pauses are changed on its page, in percent', async () => {
  const acts = await show({ acts: ['set_limits', 'cancel'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Change the limits' }));
  fireEvent.change(screen.getByLabelText(/^Pause above this share of results with findings/), { target: { value: '80' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(acts()).toEqual([{ act: 'set_limits', limits: { most_failures: 0.1, most_unclean: 0.8, most_cost_drift: 1.5 } }]),
  );
});
