import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/identity/identity.contract.ts';
import { readSession } from '#frontend/lib/session/token-store.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest, type Answer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { thePlans } from '../packages.factory.ts';
import { resetProcessing } from '../processing.ts';
import { ConfirmPayment } from './confirm-payment.tsx';
import { offerOf } from './offer.ts';

const CHECKOUT = 'https://checkout.stripe.com/c/pay/cs_test_1';
const assign = vi.fn<(url: string) => void>();
vi.mock('#frontend/lib/leave-page.ts', () => ({ navigateTo: (url: string) => assign(url) }));
const onTrial = vi.fn<() => void>();

beforeEach(() => {
  resetProcessing();
});

const show = (packageId: string, user: User | null = aUser()) =>
  showScreen(
    <ConfirmPayment
      offer={offerOf(packageId, thePlans)!}
      user={user}
      back={<a href="/plans">Back to Plans</a>}
      signIn={<a href="/sign-in">Sign in</a>}
      returnPath="/create"
      cancelPath={`/plans/${packageId}`}
      onTrial={onTrial}
    />,
  );
/** Mocks the two calls of a payment: the product's configuration and the checkout. */
const paying = (answer: () => Answer) =>
  stubServer(({ path }) => (path === '/api/about' ? partly({ product: 'x', ai_mode: 'live' }) : answer()));
const posts = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method === 'POST');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const alertText = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

describe('the payment confirmation', () => {
  it('PLAN-13 shows the plan’s name, its amount with two decimals and its interval', async () => {
    await show('premium_yearly');
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toEqual(['Premium', '$500.00', 'Every year', 'Nothing']);
    expect(screen.getByRole('link', { name: 'Back to Plans' })).toBeTruthy();
  });

  it('PLAN-14 PAY-02 PAY-24 orders the plan by its id, is busy in the meantime, orders once, and leaves for the checkout', async () => {
    const sent = paying(() => partly({ url: CHECKOUT, session_id: 'cs_test_1', order_id: 'o' }));
    await show('premium_monthly');
    press('Proceed to Payment');
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Processing...' });
    expect(busy.disabled).toBe(true);
    fireEvent.submit(busy.form!);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(CHECKOUT));
    expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([
      {
        path: '/api/create-checkout-session',
        body: {
          package_id: 'premium_monthly',
          user_id: 'user-1',
          origin_url: location.origin,
          return_path: '/create',
          cancel_path: '/plans/premium_monthly',
        },
      },
    ]);
  });

  it('says calmly that payments are disabled and cannot pay; the trial without a card can still be started', async () => {
    const sent = stubServer(() => partly({ takes_payments: false, email_verified: true }));
    await show('standard_yearly');
    expect(await screen.findByText('Payments are not set up on this installation yet.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Proceed to Payment' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start free trial without card' }).disabled).toBe(false);
    expect(posts(sent)).toEqual([]);
  });

  it('says beforehand that a trial needs a confirmed address, has the link lead back here, and sells without one', async () => {
    const sent = stubServer(({ path }) => {
      if (path === '/api/about') return partly({ product: 'x', ai_mode: 'live' });
      if (path === '/api/auth/account') return partly({ email_verified: false, mail_configured: true });
      if (path === '/api/auth/verification') return partly({ message: 'A mail with the link is on its way.' }, 202);
      return partly({ url: CHECKOUT, session_id: 'cs_test_1', order_id: 'o' });
    });
    await show('standard_yearly');
    await screen.findByText(/^Confirm your email address and the first 7 days are free/);
    expect(screen.queryByRole('button', { name: 'Start free trial without card' })).toBeNull();
    expect(screen.getAllByRole('definition').at(-1)!.textContent).toBe('$300.00');
    press('Send the link again');
    await screen.findByText('A mail with the link is on its way.');
    press('Proceed to Payment');
    await waitFor(() => expect(assign).toHaveBeenCalledWith(CHECKOUT));
    expect(posts(sent)).toMatchObject([
      { path: '/api/auth/verification', body: { next: '/plans/standard_yearly' } },
      { path: '/api/create-checkout-session', body: { package_id: 'standard_yearly' } },
    ]);
  });

  it('AUTH-28 never leaves for another host', async () => {
    paying(() => partly({ url: 'https://checkout.stripe.com.evil.example/pay', session_id: 's', order_id: 'o' }));
    await show('premium_monthly');
    press('Proceed to Payment');
    await waitFor(() => expect(alertText()).toBe('Payment failed: The server returned an unknown payment page.'));
    expect(assign).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Proceed to Payment' }).disabled).toBe(false);
  });

  it.each([
    [
      'the server’s reason',
      () => problem('service.unavailable', 'The payment service cannot be reached'),
      'The payment service cannot be reached',
    ],
    ['a fallback when it gives none', () => brokenAnswer('a proxy', 500, {}), 'Payment initiation failed'],
    [
      'the same when there is no address to go to (PAY-05)',
      () => brokenAnswer('an older release', 200, { session_id: 's', order_id: 'o' }),
      'Payment initiation failed',
    ],
  ])('PAY-06 a failure is reported with %s', async (_what, answer, reason) => {
    paying(answer);
    await show('basic_monthly');
    press('Proceed to Payment');
    await waitFor(() => expect(alertText()).toBe(`Payment failed: ${reason}`));
  });

  it('AUTH-21 AUTH-22 starts the trial without a card, stores the returned user, and continues', async () => {
    const sent = stubServer(() => partly({ user: aUser({ subscription_status: 'trial', trial_used: true }) }));
    await show('standard_yearly');
    press('Start free trial without card');
    await waitFor(() => expect(onTrial).toHaveBeenCalledOnce());
    expect(posts(sent)).toMatchObject([{ path: '/api/auth/trial/activate', body: { user_id: 'user-1', package_id: 'standard_yearly' } }]);
    expect(readSession().user?.subscription_status).toBe('trial');
  });

  it.each([
    ['it was used', 'standard_yearly', aUser({ trial_used: true })],
    ['a plan runs', 'standard_yearly', aUser({ subscription_status: 'active' })],
    ['the plan has none', 'standard_monthly', aUser()],
  ])('G04 offers no trial when %s', async (_why, packageId, user) => {
    await show(packageId, user);
    expect(screen.queryByRole('button', { name: /trial/ })).toBeNull();
  });

  it('AUTH-23 PAY-05 without a login says so with the specified text, and sends nothing', async () => {
    const sent = stubServer(() => partly({}));
    await show('standard_yearly', null);
    press('Start free trial without card');
    expect(alertText()).toBe('Must be logged in to activate trial');
    press('Proceed to Payment');
    expect(alertText()).toBe('Please sign in to continue to the payment.');
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
    expect(posts(sent)).toEqual([]);
  });

  it('AUTH-25 AUTH-26 a rejected trial shows the server’s detail, else the fallback', async () => {
    let answer: Answer = problem('trial.used', 'The free trial was already used');
    stubServer(({ method }) => (method === 'POST' ? answer : partly({ email_verified: true })));
    await show('standard_yearly');
    press('Start free trial without card');
    await waitFor(() => expect(alertText()).toBe('The free trial was already used'));
    answer = brokenAnswer('a proxy', 500, {});
    press('Start free trial without card');
    await waitFor(() => expect(alertText()).toBe('Failed to activate trial'));
  });

  it('G16 a plan for a company asks for its name first, and sends it', async () => {
    const sent = paying(() => partly({ url: CHECKOUT, session_id: 's', order_id: 'o' }));
    await show('small_business');
    press('Proceed to Payment');
    expect(await screen.findByText('Please fill in this field.')).toBeTruthy();
    expect(posts(sent)).toEqual([]);
    fireEvent.change(screen.getByLabelText(/^Name of your organisation/), { target: { value: ' Bees & Co ' } });
    press('Proceed to Payment');
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      package_id: 'small_business',
      organisation_name: 'Bees & Co',
    });
  });

  it('PLAN-06 plans that are sold by contract have no payment', () => {
    expect(offerOf('university_elite', thePlans)).toBeUndefined();
    expect(offerOf('toString', thePlans)).toBeUndefined();
  });

  it('AUTH-21 G04 a trial refused for an unconfirmed address offers to resend the email, on the spot', async () => {
    const sent = stubServer(({ path }) => {
      if (path === '/api/about') return partly({ product: 'x', ai_mode: 'live' });
      if (path === '/api/auth/verification') return partly({ message: 'The mail is on its way.', email_verified: false }, 202);
      return path === '/api/auth/trial/activate'
        ? problem('trial.unverified', 'Confirm your email address first. Then the free trial can start.')
        : problem('service.unavailable', 'Away.');
    });
    await show('basic_yearly');
    expect(screen.getByText(/You need a confirmed email address to start the trial\./)).toBeTruthy();
    press('Start free trial without card');
    await screen.findByText('Confirm your email address first. Then the free trial can start.');
    press('Send the link again');
    expect(await screen.findByText('The mail is on its way.')).toBeTruthy();
    expect(posts(sent).map(({ path }) => path)).toContain('/api/auth/verification');
  });
});
