import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { MOVEMENT_KINDS, type Movement } from '#contract/billing/wallet.contract.ts';
import { chooseFilter } from '#frontend/testing/choose-filter.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { movementsCsv, signed } from './movement-words.ts';
import { KINDS, usageSearch, type UsageSearch } from './usage-search.ts';
import { UsageView, CsvButton } from './usage-view.tsx';

const movement = (part: Partial<Movement> = {}): Movement => ({
  id: 'm-1',
  at: '2026-11-19T10:00:00.000Z',
  kind: 'capture',
  cause: 'Course: Beekeeping',
  tokens: 0,
  balance_after: 14,
  wallet: 'own',
  task_id: 'task-1',
  order_id: null,
  ...part,
});
const onFilter = vi.fn<(filter: UsageSearch) => void>();
const show = (filter: UsageSearch = {}) => showScreen(<UsageView userId="user-1" filter={filter} onFilter={onFilter} />);
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));

describe('the usage page', () => {
  it('shows every movement with its cause, its change and the balance afterwards; a course links to its run', async () => {
    stubServer(() => ({
      body: {
        movements: [
          movement(),
          movement({ id: 'm-r', kind: 'reserve', tokens: -31 }),
          movement({
            id: 'm-0',
            kind: 'grant',
            cause: 'Daily tokens',
            tokens: 5,
            balance_after: 45,
            task_id: null,
            wallet: 'organisation',
          }),
        ],
        next_cursor: null,
      },
    }));
    await show();
    await screen.findAllByText('Course: Beekeeping');
    expect(cells()).toEqual([
      ['Nov 19, 2026', 'Course: Beekeeping', 'Charged in full', '0', '14'],
      ['Nov 19, 2026', 'Course: Beekeeping', 'Reserved', '−31', '14'],
      ['Nov 19, 2026', 'Daily tokens', 'Received (organisation)', '+5', '45'],
    ]);
    expect(screen.getAllByRole('link', { name: 'Course: Beekeeping' })[0]!.getAttribute('href')).toBe('/create/runs/task-1');
  });

  it('loads the filtered movements, a page at a time', async () => {
    const sent = stubServer(({ path }) =>
      path.includes('cursor=2')
        ? { body: { movements: [movement({ id: 'm-2', cause: 'Older' })], next_cursor: null } }
        : { body: { movements: [movement()], next_cursor: '2' } },
    );
    await show({ kind: 'capture', from: '2026-11-01', to: '2026-11-30' });
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('Older');
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/usage/movements?limit=50&kind=capture&from=2026-11-01&to=2026-11-30',
      '/api/usage/movements?limit=50&kind=capture&from=2026-11-01&to=2026-11-30&cursor=2',
    ]);
    chooseFilter('Kind', 'Received');
    expect(onFilter).toHaveBeenCalledWith({ kind: 'grant', from: '2026-11-01', to: '2026-11-30' });
  });

  it('distinguishes an empty history, no matches, and a failure', async () => {
    stubServer(() => ({ body: { movements: [], next_cursor: null } }));
    await show();
    await screen.findByRole('heading', { name: 'No activity yet' });
    cleanup();
    await show({ kind: 'freeze' });
    await screen.findByRole('heading', { name: 'No activity matches' });
    cleanup();
    stubServer(() => problem('service.unavailable', 'The service is temporarily unavailable'));
    await show();
    await screen.findByRole('heading', { name: 'Your tokens could not be loaded' });
  });

  it('A12 explains the price of a course in plain words, with the figures of the catalogue', async () => {
    stubServer(() => ({ body: { movements: [], next_cursor: null } }));
    await show();
    expect(screen.getByText(/After that, a course costs 31 tokens/)).toBeTruthy();
    expect(screen.getByText(/The Free Plan includes 5 a day and 40 a month; a trial includes 20 a day/)).toBeTruthy();
  });

  it('accepts the kinds of the contract, and removes invalid parameters from an address', () => {
    expect(KINDS).toEqual(MOVEMENT_KINDS);
    expect(usageSearch({ kind: 'capture', from: '2026-11-01', to: 'tomorrow' })).toEqual({
      kind: 'capture',
      from: '2026-11-01',
      to: undefined,
    });
    expect(usageSearch({ kind: 'theft', from: '2026-13-77' })).toEqual({ kind: undefined, from: undefined, to: undefined });
  });
});

describe('the CSV', () => {
  it('contains all pages of the filter', async () => {
    const sent = stubServer(({ path }) => ({ body: { movements: [movement()], next_cursor: path.includes('cursor=2') ? null : '2' } }));
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:1'), revokeObjectURL: () => undefined }),
    );
    await showScreen(<CsvButton filter={{ kind: 'capture' }} />);
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/usage/movements?limit=100&kind=capture',
      '/api/usage/movements?limit=100&kind=capture&cursor=2',
    ]);
    expect((await saved[0]!.text()).trim().split('\r\n')).toHaveLength(3);
  });

  it('quotes cells that need it, leaves figures plain, and lets no cause become a formula', () => {
    const lines = movementsCsv([movement({ cause: '=HYPERLINK("x"), 2' }), movement({ cause: 'a "b"', tokens: 5.25 })]).split('\r\n');
    expect(lines[0]).toBe('\uFEFFat_utc,kind,cause,tokens,balance_after,wallet,task_id,order_id');
    expect(lines[1]).toBe('2026-11-19T10:00:00.000Z,capture,"\'=HYPERLINK(""x""), 2",0,14,own,task-1,');
    expect(lines[2]).toContain('"a ""b""",5.25,');
  });

  it('signs every change with plus or minus', () => {
    expect([31, -31, 0, 0.25].map(signed)).toEqual(['+31', '−31', '0', '+0.25']);
  });
});
