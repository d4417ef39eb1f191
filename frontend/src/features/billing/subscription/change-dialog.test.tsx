import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import type { CurrentSubscription } from '#contract/billing/subscription.contract.ts';
import { factsOf } from '#frontend/testing/facts-of.ts';
import { freePlan } from '#contract/billing/subscription.factory.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { partly, showScreen, stubServer, type Answer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { paidPlan } from '../packages.factory.ts';
import { BillingView } from './billing-view.tsx';
import type { ChangePreview, Invoice } from './subscription-queries.ts';

/** A yearly Basic plan, paid until Nov 20, 2027. */
const yearly = (more: Partial<CurrentSubscription> = {}) =>
  paidPlan({ plan: 'Basic', package_id: 'basic_yearly', interval: 'year', period_end: '2027-11-20T10:00:00.000Z', ...more });
const invoice = (more: Partial<Invoice>): Invoice => ({
  id: 'in-1',
  at: '2026-11-20T10:00:00.000Z',
  description: 'Change to Premium (monthly)',
  amount_cents: 3500,
  status: 'open',
  url: 'https://invoice.stripe.com/i/1',
  refundable: false,
  refund: null,
  ...more,
});
let plan: CurrentSubscription;
let invoices: Invoice[];
let preview: Partial<ChangePreview>;
let onChange: () => Answer;

beforeEach(() => {
  plan = freePlan();
  invoices = [];
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});

async function show(change?: string): Promise<void> {
  stubServer(({ path, method }) => {
    if (path === '/api/about') return partly({ product: 'x', ai_mode: 'sandbox', checkout_origin: 'http://127.0.0.1:3100' });
    if (path === '/api/subscription') return partly(plan);
    if (path.endsWith('/preview')) return partly({ package_id: change, ...preview });
    if (path.endsWith('/change')) return onChange();
    if (path.startsWith('/api/subscription/invoices')) return partly({ invoices, next_cursor: null });
    if (path.startsWith('/api/user-tokens/')) return partly(aBalance());
    if (path === '/api/auth/me') return partly({ user: aUser() });
    return brokenAnswer('nothing is said of other calls', 404, { detail: `${method} ${path}` });
  });
  await showScreen(<BillingView userId="user-1" change={change} onChangeClose={() => undefined} />);
  await screen.findByText('Payments');
}

const later = { direction: 'downgrade', due_now_cents: 0, starts_at: '2027-11-20T10:00:00.000Z', proration_date: null } as const;

describe('from the year to the month', () => {
  it('shows until when the year is paid, what follows, and how to start more of it at once', async () => {
    plan = yearly();
    preview = later;
    onChange = () => partly(yearly({ next_package_id: 'premium_monthly' }));
    await show('premium_monthly');
    const dialog = await screen.findByRole('dialog', { name: 'Change from Basic (yearly) to Premium (monthly)?' });
    await within(dialog).findByText('Your year is paid until Nov 20, 2027. Premium starts then, billed monthly. Nothing is due today.');
    expect(dialog.textContent).toContain('Until then nothing changes.');
    expect(dialog.textContent).toContain('To switch to Premium immediately, choose yearly billing.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change the plan' }));
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Premium (monthly) is scheduled.']));
  });

  it('of the same plan names both by their billing', async () => {
    plan = yearly();
    preview = later;
    await show('basic_monthly');
    const dialog = await screen.findByRole('dialog', { name: 'Change from Basic (yearly) to Basic (monthly)?' });
    await within(dialog).findByRole('button', { name: 'Keep Basic (yearly)' });
    await within(dialog).findByText(/^Your year is paid until Nov 20, 2027. Basic starts then/);
    expect(dialog.textContent).not.toContain('at once');
  });

  it('is shown on the page once it is scheduled', async () => {
    plan = yearly({ next_package_id: 'premium_monthly' });
    await show();
    expect(screen.getByText('Renews', { selector: 'dt' }).parentElement!.textContent).toBe('RenewsNov 20, 2027as Premium (monthly)');
    expect(screen.getByText('Your year is paid until Nov 20, 2027. Premium starts then, billed monthly.')).toBeTruthy();
  });
});

describe('a bank that asks the owner to confirm', () => {
  it('is reported in the dialog, which links to the confirmation and charges no second time', async () => {
    plan = paidPlan();
    preview = { direction: 'upgrade', due_now_cents: 3500, starts_at: '2026-11-20T10:00:00.000Z', proration_date: 1795168800 };
    onChange = () => {
      invoices = [invoice({})];
      const detail = 'Your bank asks you to confirm this payment. Choose "Confirm the payment" in your payments on the billing page.';
      return problem('payments.to_confirm', detail);
    };
    await show('premium_monthly');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Change and pay $35.00' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'Your bank asks you to confirm this payment. Your plan changes as soon as you have.',
    );
    expect(screen.getByRole('dialog', { name: 'Confirm the payment for Premium' })).toBe(dialog);
    const link = await within(dialog).findByRole('link', { name: 'Confirm the payment' });
    expect(link.getAttribute('href')).toBe('https://invoice.stripe.com/i/1');
    expect(within(dialog).queryByRole('button', { name: /pay/ })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeTruthy();
  });

  it('lists its payment, with the link to confirm; a receipt shows the paid plan, and nothing links to a voided one', async () => {
    invoices = [invoice({}), invoice({ id: 'in-2', status: 'paid' }), invoice({ id: 'in-3', status: 'void' })];
    await show();
    const rows = await within(await screen.findByRole('region', { name: 'Payments' })).findAllByRole('listitem');
    const [open, paid, gone] = rows.map((row) => within(row).queryByRole('link')?.textContent ?? null);
    expect([open, paid, gone]).toEqual([expect.stringMatching(/^Confirm the payment/), expect.stringMatching(/^Receipt/), null]);
  });

  it('a payment made entirely with credit says so', async () => {
    invoices = [invoice({ description: 'Standard (monthly)', amount_cents: 0, status: 'paid' })];
    await show();
    expect(await screen.findByText(factsOf('Nov 20, 2026 · Paid from credit'))).toBeTruthy();
  });
});
