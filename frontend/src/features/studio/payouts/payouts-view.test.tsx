import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PayoutStanding } from '#contract/studio/creator-payouts.contract.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { PayoutsView } from './payouts-view.tsx';

const STANDING: PayoutStanding = {
  configured: true,
  account: { state: 'none', country: null },
  balance: 466.2,
  held: 0,
  available: 466.2,
  minimum: 25,
  hold_days: 14,
  payouts: [],
};

async function show(part: Partial<PayoutStanding> = {}) {
  stubServer(() => ({ body: { ...STANDING, ...part } }));
  await showScreen(<PayoutsView userId="user-1" hasReturned={false} />);
  await screen.findByRole('heading', { name: 'Statements' });
}

describe('payouts', () => {
  it('available money without an account comes first, with the one thing to do', async () => {
    await show();
    screen.getByRole('heading', { name: '$466.20 is waiting for you.' });
    expect(screen.getAllByRole('button', { name: 'Set up payouts' })).toHaveLength(1);
    screen.getByText('Set up payouts, and your first payout appears here.');
    screen.getByText('Paid out once it reaches $25.00');
  });

  it('without money the account can still be set up', async () => {
    await show({ balance: 0, available: 0 });
    expect(screen.queryByText(/is waiting for you/)).toBeNull();
    screen.getByRole('button', { name: 'Set up payouts' });
  });

  it('with an account nothing needs to be set up', async () => {
    await show({ account: { state: 'enabled', country: 'DE' } });
    expect(screen.queryByText(/is waiting for you/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Set up payouts' })).toBeNull();
  });
});
