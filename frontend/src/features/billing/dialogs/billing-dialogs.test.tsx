import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freePlan } from '#contract/billing/subscription.factory.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, type Answer, showScreen, stubServer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { paidPlan, thePackages } from '../packages.factory.ts';
import { resetProcessing } from '../processing.ts';
import BillingDialogs from './billing-dialogs.tsx';
import { dialogSearch, type BillingDialog } from '#frontend/lib/dialog-address.ts';

const CHECKOUT = 'https://checkout.stripe.com/c/pay/cs_test_1';
const assign = vi.fn<(url: string) => void>();
vi.mock('#frontend/lib/leave-page.ts', () => ({ navigateTo: (url: string) => assign(url) }));

let payment: () => Answer | Promise<Answer>;
let about: object;
let packages: () => Answer;
let plan = freePlan();

beforeEach(() => {
  resetProcessing();
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
  payment = () => partly({ url: CHECKOUT, session_id: 's', order_id: 'o' });
  packages = () => partly(thePackages);
  about = { product: 'x', ai_mode: 'live', takes_payments: true };
  plan = freePlan();
});

async function open(dialog: BillingDialog, at = '/here'): Promise<{ sent: SentRequest[]; address: () => string }> {
  const sent = stubServer(({ path, method }) => {
    if (path === '/api/about') return partly(about);
    if (path === '/api/packages') return packages();
    if (path === '/api/subscription') return partly(plan);
    return method === 'POST' ? payment() : brokenAnswer('nothing is said of other calls', 404, {});
  });
  const { address } = await showScreen(<BillingDialogs dialog={dialog} />, at);
  return { sent, address };
}
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }));
const confirm = (name = 'Continue to payment') => fireEvent.click(screen.getByRole('button', { name }));
const posted = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method === 'POST');
const toasts = () => getNotices().map(({ kind, text }) => `${kind}: ${text}`);

describe('the package dialogs', () => {
  it('G43 have their own addresses; others are invalid', () => {
    expect(['tokens', 'plan', 'journey', 'other', 7].map((name) => dialogSearch(name).dialog)).toEqual([
      'tokens',
      'plan',
      'journey',
      undefined,
      undefined,
    ]);
  });

  it('PAY-11 PAY-14 Purchase Premium Tokens: every package with tokens, bonus and price; the second is POPULAR', async () => {
    await open('tokens');
    expect(await screen.findByRole('dialog', { name: 'Purchase Premium Tokens' })).toBeTruthy();
    const rows = (await screen.findAllByRole('radio')).map((radio) => radio.closest('label')!.textContent!);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toContain('100 tokens$9.99');
    expect(rows[1]).toContain('300 tokens + 30 bonusPOPULAR$24.99');
    expect(rows[4]).toContain('2,500 tokens + 600 bonus$149.99');
    expect(rows.filter((row) => row.includes('POPULAR'))).toHaveLength(1);
  });

  it.each(['tokens', 'plan', 'journey'] as const)('%s: says when payments are disabled, and nothing can be bought', async (dialog) => {
    about = { product: 'x', ai_mode: 'live', takes_payments: false };
    const { sent } = await open(dialog);
    expect(await screen.findByText('Payments are not set up on this installation yet.')).toBeTruthy();
    fireEvent.click((await screen.findAllByRole('radio'))[1]!);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue to payment' }).disabled).toBe(true);
    expect(posted(sent)).toEqual([]);
  });

  it('PAY-04 PAY-09 choosing highlights; confirming sends the package’s tokens, closes, and leaves for the checkout', async () => {
    const { sent, address } = await open('tokens', '/here?dialog=tokens');
    await choose(/^300 tokens/);
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, true, false, false, false]);
    confirm();
    await waitFor(() => expect(address()).toBe('/here'));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(CHECKOUT));
    expect(posted(sent)).toMatchObject([
      {
        path: '/api/purchase-tokens',
        body: { user_id: 'user-1', token_amount: 300, origin_url: location.origin, return_path: '/here' },
      },
    ]);
  });

  it('PAY-05 nothing can be confirmed before something is chosen', async () => {
    await open('tokens');
    await screen.findAllByRole('radio');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue to payment' }).disabled).toBe(true);
  });

  const refusal = () => problem('service.unavailable', 'Not configured');
  const silence = () => brokenAnswer('a proxy', 500, {});
  const noUrl = () => brokenAnswer('an older release', 200, { session_id: 's', order_id: 'o' });
  it.each([
    ['PAY-07 PAY-09', 'tokens', refusal, 'Payment failed: Not configured'],
    ['PAY-07 PAY-09', 'tokens', silence, 'Payment failed: Failed to create payment session'],
    ['PAY-07 PAY-09', 'tokens', noUrl, 'Payment failed: No payment URL received'],
    ['PAY-08', 'plan', refusal, 'Checkout failed: Not configured'],
    ['PAY-08', 'plan', silence, 'Checkout failed: Failed to create checkout session'],
    ['PAY-08', 'plan', noUrl, 'Checkout failed: No checkout URL received'],
    ['PAY-22', 'journey', refusal, 'Payment failed to start. Not configured'],
  ] as const)(
    '%s a payment by %s that fails is reported with the specified text, and can be retried',
    async (_id, dialog, answer, words) => {
      payment = answer;
      await open(dialog);
      await choose(dialog === 'tokens' ? /^100 tokens/ : /^Premium(?!.*a year)/);
      confirm();
      await waitFor(() => expect(toasts()).toEqual([`error: ${words}`]));
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue to payment' }).disabled).toBe(false);
    },
  );

  it('PAY-12 PAY-15 Choose Your Plan: the plans by month and by year with price and contents', async () => {
    const { sent } = await open('plan');
    expect(await screen.findByRole('dialog', { name: 'Choose Your Plan' })).toBeTruthy();
    const yearly = await screen.findByRole('group', { name: 'Yearly, two months free' });
    expect(within(yearly).getAllByRole('radio')).toHaveLength(4);
    const monthly = within(screen.getByRole('group', { name: 'Monthly' }));
    for (const name of [/^Basic\b.*\$15/, /^Standard\b.*\$30/, /^Premium\b.*\$50/, /^Creator Pro\b.*\$240/])
      monthly.getByRole('radio', { name });
    expect(yearly.textContent).toContain('250 tokens');
    expect(yearly.textContent).toContain('$25 a month. You save $60 (two months free).');
    await choose(/^Standard.*a year/);
    confirm();
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(posted(sent)).toMatchObject([{ path: '/api/create-checkout-session', body: { package_id: 'standard_yearly' } }]);
  });

  it('PAY-12 with an active plan, choosing one leads to the price of the change instead of a second purchase', async () => {
    plan = paidPlan();
    const { sent, address } = await open('plan');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Standard.*a month/ }).disabled).toBe(true));
    await choose(/^Premium.*a month/);
    confirm('Preview the change');
    await waitFor(() => expect(address()).toBe('/billing?change=premium_monthly'));
    expect(posted(sent)).toEqual([]);
  });

  const trial = { status: 'Trial', package_id: 'standard_yearly', interval: 'year', amount_cents: 30_000 } as const;
  const seat = { plan: 'Small Business', status: 'Active', package_id: 'small_business', interval: 'year' } as const;
  describe.each([
    ['a trial from the payment page', paidPlan(trial)],
    ['a trial of ours, after tokens were bought', paidPlan({ ...trial, renews: false })],
    ['an organisation of their own', paidPlan({ ...seat, amount_cents: 500_000 })],
    ['a seat in one, after tokens were bought', paidPlan({ ...seat, amount_cents: null, renews: false })],
    ['tokens that were bought, and no plan', freePlan({ has_payment_account: true })],
  ])('PAY-12 with %s', (_what, current) => {
    it.each(['plan', 'journey'] as const)('%s: a plan is bought, because there is none to change', async (dialog) => {
      plan = current;
      const { sent } = await open(dialog);
      await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/subscription'));
      await choose(/^Premium.*a month/);
      confirm();
      await waitFor(() => expect(assign).toHaveBeenCalledWith(CHECKOUT));
      expect(posted(sent)).toMatchObject([{ path: '/api/create-checkout-session', body: { package_id: 'premium_monthly' } }]);
    });
  });

  it('PAY-12 with a payment due, the plan is still changed, not bought; the plan of a trial that continues automatically cannot be bought again', async () => {
    plan = paidPlan({ status: 'Payment due' });
    await open('plan');
    await choose(/^Premium.*a month/);
    expect(await screen.findByRole('button', { name: 'Preview the change' })).toBeTruthy();
    cleanup();
    plan = paidPlan(trial);
    await open('plan');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Standard.*a year/ }).disabled).toBe(true));
    cleanup();
    plan = paidPlan({ ...trial, renews: false });
    await open('plan');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^Standard.*a year/ })).disabled).toBe(false);
  });

  it('PAY-13 Choose Your Learning Journey: monthly plans and token packages; premium is MOST POPULAR', async () => {
    const { sent } = await open('journey');
    expect(await screen.findByRole('dialog', { name: 'Choose Your Learning Journey' })).toBeTruthy();
    const plans = await screen.findByRole('group', { name: 'Monthly plans' });
    expect(within(plans).getAllByRole('radio')).toHaveLength(4);
    expect(within(plans).getByText('MOST POPULAR').closest('label')!.textContent).toContain('Premium');
    expect(within(plans).getAllByText('MOST POPULAR')).toHaveLength(1);
    const packages = screen.getByRole('group', { name: 'AI token packages' });
    expect(within(packages).getAllByRole('radio')).toHaveLength(5);
    expect(within(packages).getAllByText(/^For courses, clips and images alike/)).toHaveLength(5);
    await choose(/^700 tokens/);
    confirm();
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(posted(sent)).toMatchObject([{ path: '/api/purchase-tokens', body: { token_amount: 700 } }]);
  });

  it('PAY-09 PAY-24 a second payment cannot be started while one is starting', async () => {
    const late = Promise.withResolvers<Answer>();
    const begun = payment();
    payment = () => late.promise;
    const { sent } = await open('tokens');
    await choose(/^100 tokens/);
    confirm();
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Processing...' });
    expect(busy.disabled).toBe(true);
    fireEvent.submit(busy.form!);
    late.resolve(await begun);
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(posted(sent)).toHaveLength(1);
  });

  it.each(['tokens', 'plan', 'journey'] as const)(
    'PAY-10 PAY-22 %s: says that packages are being loaded, or could not be loaded',
    async (dialog) => {
      packages = () => partly({ subscription_packages: {}, token_packages: {} });
      await open(dialog);
      expect(await screen.findByText('Loading subscription packages...')).toBeTruthy();
      cleanup();
      packages = () => problem('service.unavailable', 'The service is temporarily unavailable');
      await open(dialog);
      expect(await screen.findByRole('heading', { name: 'Failed to load payment packages' })).toBeTruthy();
    },
  );
});
