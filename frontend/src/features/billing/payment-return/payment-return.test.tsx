import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from '@mui/material/styles';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RootFrame } from '#frontend/app/root-frame.tsx';
import { enterSession } from '#frontend/lib/session/session.ts';
import { billingKey, tokenBalance } from '#frontend/lib/token-balance.ts';
import { clearNotices, getNotices } from '#frontend/lib/toast.ts';
import { readSession } from '#frontend/lib/session/token-store.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { theme } from '#frontend/theme/theme.ts';
import type { PaymentStatus } from './payment-return.tsx';
import { clearReturnedSession } from './returned-session.ts';
import { wasPaymentAnnounced } from './announced-payments.ts';

const status = (part: Partial<PaymentStatus> = {}): PaymentStatus => ({
  success: true,
  payment_status: 'unpaid',
  due_cents: 999,
  received_cents: null,
  stripe_status: 'open',
  stripe_payment_status: 'unpaid',
  kind: 'subscription',
  package_id: 'premium_monthly',
  tokens: null,
  trial: false,
  ...part,
});
const paid = status({ payment_status: 'paid', stripe_status: 'complete' });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  clearReturnedSession();
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});

/** Opens the product at a URL; `answers` are the answers of the status call, the last one repeated. */
async function comeTo(href: string, answers: (() => Answer)[]) {
  let asked = 0;
  const sent = stubServer(({ path }) => {
    if (path.startsWith('/api/payments/status/')) return answers[Math.min(asked++, answers.length - 1)]!();
    if (path === '/api/auth/me') return { body: { user: aUser({ subscription_status: 'active', subscription_plan: 'premium_monthly' }) } };
    return brokenAnswer('nothing is said of other calls', 404, {});
  });
  const root = createRootRoute({ component: RootFrame });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>the screen</p> });
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history: createMemoryHistory({ initialEntries: [href] }) });
  const cache = new QueryClient();
  cache.setQueryData(tokenBalance('user-1').queryKey, aBalance());
  await router.load();
  const shown = render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await screen.findByText('the screen');
  return {
    ...shown,
    cache,
    address: () => router.state.location.href,
    looks: () => sent.filter(({ path }) => path.includes('/payments/')),
  };
}
const told = () => getNotices().map(({ kind, text }) => `${kind}: ${text}`);
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('coming back from the payment page', () => {
  it('PAY-19 PAY-21 A05 on any path: reads the session, cleans the address, reports the result, and refetches plan and balance', async () => {
    const { address, looks, cache } = await comeTo('/courses?filter=saved&session_id=cs_1', [() => ({ body: paid })]);
    await waitFor(() => expect(told()).toEqual(['success: Payment successful! Welcome to your new plan!']));
    expect(looks().map(({ path }) => path)).toEqual(['/api/payments/status/cs_1']);
    expect(looks()[0]!.headers.get('authorization')).toBe('Bearer a');
    expect(address()).toBe('/courses?filter=saved');
    await waitFor(() => expect(readSession().user?.subscription_status).toBe('active'));
    expect(cache.getQueryState([...billingKey('user-1'), 'balance'])?.isInvalidated).toBe(true);
    expect(wasPaymentAnnounced(new Date().toISOString())).toBe(true);
    await waitFor(() => expect(screen.queryByText(/^Checking your payment/)).toBeNull());
  });

  it('PAY-21 after buying tokens shows how many were added, and welcomes to no plan', async () => {
    await comeTo('/create?session_id=cs_t', [() => ({ body: { ...paid, kind: 'tokens', package_id: 'tokens_300', tokens: 1330 } })]);
    await waitFor(() => expect(told()).toEqual(['success: Payment successful! 1,330 tokens were added.']));
  });

  it('a trial that begins there is not reported as paid', async () => {
    await comeTo('/create?session_id=cs_y', [() => ({ body: { ...paid, trial: true } })]);
    await waitFor(() => expect(told()).toEqual(['success: Your free trial has begun. Welcome to your new plan!']));
  });

  it('PAY-20 PAY-23 G14 OPS-02 polls every 2 s, gives up after five polls, 2 s after the last, with the specified warning', async () => {
    const { looks } = await comeTo('/create?session_id=cs_3', [() => ({ body: status() })]);
    await screen.findByText('Checking your payment. This takes a few seconds.');
    await waitFor(() => expect(looks()).toHaveLength(1));
    for (let look = 2; look <= 5; look += 1) {
      await wait(2010);
      await waitFor(() => expect(looks()).toHaveLength(look));
    }
    expect(told()).toEqual([]);
    await wait(2100);
    await waitFor(() => expect(told()).toEqual(['warning: Payment verification timeout. Check your email for confirmation.']));
    await wait(10_000);
    expect(looks()).toHaveLength(5);
  });

  it('PAY-23 an expired session is an error', async () => {
    await comeTo('/create?session_id=cs_4', [() => ({ body: status({ payment_status: 'expired', stripe_status: 'expired' }) })]);
    await waitFor(() => expect(told()).toEqual(['error: Payment session expired. Please try again.']));
  });

  it('PAY-22 another user’s session cannot be verified, and is not read again', async () => {
    const { looks } = await comeTo('/create?session_id=cs_5', [() => problem('not_found', 'Not found')]);
    await waitFor(() => expect(told()).toEqual(['error: Payment verification failed. Not found']));
    await wait(5000);
    expect(looks()).toHaveLength(1);
  });

  it('PAY-22 a server that stays unavailable cannot verify; one that comes back in time can', async () => {
    const away = () => problem('service.unavailable', 'The service is temporarily unavailable');
    const { looks } = await comeTo('/create?session_id=cs_6', [away, () => ({ body: paid })]);
    await waitFor(() => expect(looks()).toHaveLength(1));
    await wait(2100);
    await waitFor(() => expect(told()).toEqual(['success: Payment successful! Welcome to your new plan!']));
    cleanup();
    clearNotices();
    await comeTo('/create?session_id=cs_7', [away]);
    await wait(12_000);
    await waitFor(() => expect(told()).toEqual(['error: Payment verification failed. The service is temporarily unavailable']));
  });

  it('A05 a reload in the middle continues, although the address no longer names the session', async () => {
    const first = await comeTo('/create?session_id=cs_8', [() => ({ body: status() })]);
    await waitFor(() => expect(first.looks()).toHaveLength(1));
    expect(first.address()).toBe('/create');
    first.unmount();
    const second = await comeTo('/create', [() => ({ body: paid })]);
    await waitFor(() => expect(told()).toEqual(['success: Payment successful! Welcome to your new plan!']));
    expect(second.looks().map(({ path }) => path)).toEqual(['/api/payments/status/cs_8']);
    second.unmount();
    const third = await comeTo('/create', [() => ({ body: paid })]);
    await wait(500);
    expect(third.looks()).toEqual([]);
  });
});
