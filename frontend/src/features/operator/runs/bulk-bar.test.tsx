import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { BulkBar } from './bulk-bar.tsx';

const bulk = (state: 'running' | 'done') => ({
  bulk_id: 'b1',
  act: 'retry',
  state,
  done: state === 'done' ? 2 : 0,
  total: 2,
  refused: 0,
  left_alone: [],
});

it('the effects of a bulk action are reloaded once it has ended: the list, and the run that is open beside it', async () => {
  let state: 'running' | 'done' = 'running';
  const sent = stubServer(() => partly(bulk(state)));
  const { cache } = await showScreen(<BulkBar filter={{}} total={2} acts={['retry']} />);
  const [list, open, other] = [
    ['operator', 'runs', 'list', {}],
    ['operator', 'runs', 'one', 'failed'],
    ['operator', 'alerts'],
  ];
  for (const queryKey of [list, open, other]) cache.setQueryData(queryKey, {});
  const isRead = (queryKey: readonly unknown[]) => cache.getQueryState(queryKey)!.isInvalidated;
  fireEvent.click(screen.getByRole('button', { name: 'Retry all 2' }));
  const dialog = await screen.findByRole('dialog');
  await act(async () => fireEvent.click([...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Retry all 2')!));
  await screen.findByText('0 of 2 done, 0 unchanged');
  expect(isRead(open)).toBe(false);
  state = 'done';
  await screen.findByText('2 of 2 done, 0 unchanged');
  await waitFor(() => expect([isRead(list), isRead(open), isRead(other)]).toEqual([true, true, false]));
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
