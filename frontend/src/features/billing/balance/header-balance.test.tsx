import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterSession } from '#frontend/lib/session/session.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { problem } from '#contract/platform/mocked-answer.factory.ts';
import { showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { HeaderBalance } from './header-balance.tsx';

let answer: () => Answer;
beforeEach(() => {
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  answer = () => ({ body: aBalance({ balance: 345.5, daily_available: 5 }) });
});

async function show() {
  const sent = stubServer(() => answer());
  return { sent, ...(await showScreen(<HeaderBalance />)) };
}

describe('the balance in the header', () => {
  it('PAY-17 PAY-18 shows the spendable tokens and the daily ones among them, and links to every movement', async () => {
    const { sent } = await show();
    expect(await screen.findByText('345.5 tokens')).toBeTruthy();
    expect(screen.getByText('5 daily')).toBeTruthy();
    expect(sent.map(({ path }) => path)).toEqual(['/api/user-tokens/user-1']);
    expect(screen.getByText('345.5 tokens').closest('a')!.getAttribute('href')).toBe('/usage');
  });

  it('PAY-18 shows the pool of an organisation separately: no purchase can use the sum of the two', async () => {
    answer = () => ({ body: aBalance({ organisation_available: 2_000_000, organisation_name: 'State University' }) });
    await show();
    expect(await screen.findByText('45 tokens')).toBeTruthy();
    expect(screen.getByText('+ 2,000,000 of your organisation')).toBeTruthy();
  });

  it.each([
    ['Buy Tokens', '/here?dialog=tokens'],
    ['Upgrade Plan', '/here?dialog=plan'],
  ])('PAY-18 %s opens its dialog over the current screen', async (name, href) => {
    const { address } = await show();
    fireEvent.click(screen.getByRole('link', { name }));
    await waitFor(() => expect(address()).toBe(href));
  });

  it('is refetched when a run is charged or a payment succeeds', async () => {
    const { cache } = await show();
    await screen.findByText('345.5 tokens');
    answer = () => ({ body: aBalance({ balance: 314.5 }) });
    await act(() => cache.invalidateQueries({ queryKey: billingKey('user-1') }));
    expect(await screen.findByText('314.5 tokens')).toBeTruthy();
  });

  it('an outdated balance is marked, and one that was never loaded is not shown as zero', async () => {
    const { cache } = await show();
    await screen.findByText('345.5 tokens');
    answer = () => problem('internal', 'no');
    await act(() => cache.invalidateQueries({ queryKey: billingKey('user-1') }));
    expect(await screen.findByText('not up to date')).toBeTruthy();
    expect(screen.getByText('345.5 tokens')).toBeTruthy();
    cleanup();
    await show();
    expect(await screen.findByText('could not be loaded')).toBeTruthy();
    expect(screen.queryByText(/^0/)).toBeNull();
  });
});
