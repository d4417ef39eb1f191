import type { Page } from '@playwright/test';
import type { SessionAnswer } from '#contract/identity/identity.contract.ts';
import { clientOf, createAccount, verifyAddress } from '../support/account.ts';
import { horizontalOverflow, axeViolations, resize } from '../support/page-checks.ts';
import { CARDS, stripe } from '../support/stripe.ts';
import { DESKTOP, PHONE, SLOW, expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

const FAILED_REQUEST = /Failed to load resource/;

/** Buys a plan through the API; the trial of a yearly one was used before, so that it is paid. */
async function subscribed(packageId: string, card: string): Promise<SessionAnswer> {
  const session = await createAccount();
  const client = await clientOf(session);
  const about = { user_id: client.userId, origin_url: installation().appUrl };
  if (packageId.endsWith('_yearly')) {
    await verifyAddress(session.user.email);
    await client.request('POST', '/api/auth/trial/activate', { user_id: client.userId, package_id: 'premium_yearly' });
  }
  const { body } = await client.request('POST', '/api/create-checkout-session', { ...about, package_id: packageId });
  await stripe.complete(body.session_id, { card, authentication: 'passed' });
  await expect.poll(async () => (await client.request('GET', `/api/payments/status/${body.session_id}`)).body.payment_status).toBe('paid');
  return session;
}

const factOf = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.locator('dt', { hasText: name }) })
    .first()
    .textContent();
/** The row of a payment in the list. */
const paymentOf = (page: Page, what: string) =>
  page.getByRole('region', { name: 'Payments' }).getByRole('listitem').filter({ hasText: what });

/** At a desk, and on a phone. */
async function fits(page: Page): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await resize(page, viewport);
    expect((await horizontalOverflow(page)).px).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  }
}

test.describe('from the year to the month', () => {
  test('a higher plan by the month waits for the end of the paid year, and charges nothing now', SLOW, async ({ visit }) => {
    const { page } = await visit({ session: await subscribed('basic_yearly', CARDS.good) });
    await page.goto('/billing?dialog=plan');
    await page.getByRole('radio', { name: /^Premium.*a month/ }).check();
    await page.getByRole('button', { name: 'Preview the change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change from Basic (yearly) to Premium (monthly)?' });
    await dialog.getByText(/^Your year is paid until .*\. Premium starts then, billed monthly\. Nothing is due today\.$/).waitFor();
    await dialog.getByText('To switch to Premium immediately, choose yearly billing.').waitFor();
    await fits(page);
    await dialog.getByRole('button', { name: 'Change the plan' }).click();
    await page.getByText('Premium (monthly) is scheduled.').waitFor();
    await page.getByText(/^Your year is paid until .*\. Premium starts then, billed monthly\.$/).waitFor();
    expect(await factOf(page, 'Renews')).toContain('as Premium (monthly)');
    expect(await factOf(page, 'Plan')).toContain('BasicActive, $150.00 a year');
    expect(await page.getByRole('region', { name: 'Payments' }).getByRole('listitem').count()).toBe(1);
    await fits(page);
    await page.getByRole('button', { name: 'Stay on Basic' }).click();
    await page.getByText('Basic continues.').waitFor();
  });
});

test.describe('a bank that requires confirmation of every payment', () => {
  test('is confirmed from the dialog and from the list, and then the plan is the chosen one', SLOW, async ({ visit }) => {
    const session = await subscribed('basic_monthly', CARDS.asksAlways);
    const { page, context } = await visit({ session, tolerate: FAILED_REQUEST });
    await page.goto('/billing?change=premium_monthly');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Change and pay \$/ }).click();
    await dialog.getByRole('alert').getByText('Your bank asks you to confirm this payment.', { exact: false }).waitFor();
    await dialog.getByRole('link', { name: 'Confirm the payment' }).waitFor();
    await fits(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const raise = paymentOf(page, 'Change to Premium (monthly)');
    await raise.getByText(/· Not yet paid$/).waitFor();
    await fits(page);
    expect(await factOf(page, 'Plan')).toContain('BasicActive');

    const opened = context.waitForEvent('page');
    await raise.getByRole('link', { name: /^Confirm the payment/ }).click();
    const bank = await opened;
    await bank.getByLabel('Card number').fill(CARDS.asksAlways);
    await bank.getByRole('button', { name: /^Pay/ }).click();
    await bank.getByText(/: paid$/).waitFor();
    await bank.close();
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('heading', { name: 'Payments' }).waitFor();
        return factOf(page, 'Plan');
      })
      .toContain('PremiumActive');
    await raise.getByText(/· Paid$/).waitFor();
    await raise.getByRole('link', { name: /^Receipt/ }).waitFor();
  });
});
