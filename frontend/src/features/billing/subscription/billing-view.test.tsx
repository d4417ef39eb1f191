import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePlan } from '#contract/billing/subscription.factory.ts';
import { enterSession } from '#frontend/lib/session/session.ts';
import { speak } from '#frontend/lib/text.ts';
import { messages as arabic } from '#frontend/lib/texts/ar.po';
import { messages as spanish } from '#frontend/lib/texts/es.po';
import { getNotices } from '#frontend/lib/toast.ts';
import { dialogClosed } from '#frontend/testing/dialog-closed.ts';
import { aBalance } from '#frontend/testing/balance.factory.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer, type SentRequest, type Answer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { paidPlan } from '../packages.factory.ts';
import { BillingView } from './billing-view.tsx';
import { factsOf } from './plan-words.ts';
import type { Invoice } from './subscription-queries.ts';

const assign = vi.fn<(url: string) => void>();
vi.mock('#frontend/lib/leave-page.ts', () => ({ navigateTo: (url: string) => assign(url) }));
let plan = freePlan();
let balance = aBalance();
let invoices: Invoice[] = [];
/** Answers of the mutations, by the end of their path. */
let acts: Record<string, () => Answer> = {};

const invoice = (part: Partial<Invoice> = {}): Invoice => ({
  id: 'in-1',
  at: '2026-11-20T10:00:00.000Z',
  description: 'Standard, monthly',
  amount_cents: 3000,
  status: 'paid',
  url: 'https://invoice.stripe.com/i/1',
  refundable: false,
  refund: null,
  ...part,
});

beforeEach(() => {
  plan = freePlan();
  balance = aBalance();
  invoices = [];
  acts = {};
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});
afterEach(() => {
  speak('en', 'ltr', {});
});

async function show(change?: string): Promise<{ sent: SentRequest[]; onChangeClose: () => void }> {
  const sent = stubServer(({ path, method }) => {
    const act = Object.entries(acts).find(([end]) => path.split('?')[0]!.endsWith(end));
    if (act) return act[1]();
    if (path === '/api/about') return partly({ product: 'x', ai_mode: 'sandbox', checkout_origin: 'http://127.0.0.1:3100' });
    if (path === '/api/subscription') return partly(plan);
    if (path.startsWith('/api/subscription/invoices')) return partly({ invoices, next_cursor: null });
    if (path.startsWith('/api/user-tokens/')) return partly(balance);
    if (path === '/api/auth/me') return partly({ user: aUser() });
    return brokenAnswer('nothing is said of other calls', 404, { detail: `${method} ${path}` });
  });
  const onChangeClose = vi.fn<() => void>();
  await showScreen(<BillingView userId="user-1" change={change} onChangeClose={onChangeClose} />);
  await screen.findByText('Payments');
  return { sent, onChangeClose };
}
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement!.textContent;
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const posts = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
const toasts = () => getNotices().map(({ text }) => text);

describe('the plan', () => {
  it('PAY-25 G13 is the Free Plan without a status for a user without a plan', async () => {
    await show();
    expect(fact('Plan')).toBe('PlanFree Plan');
    expect(screen.getByText(/^The Free Plan gives you /).textContent).toBe(
      'The Free Plan gives you 1 text course a month, 5 tokens a day and 40 a month, 20 AI Mentor answers, and 10 seconds of video.',
    );
    expect(screen.queryByText('Active')).toBeNull();
    expect(screen.getByRole('link', { name: 'Choose a plan' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Card and receipts' })).toBeNull();
    expect(await screen.findByText('No payments yet. Receipts for plans and tokens will appear here.')).toBeTruthy();
  });

  it('PAY-25 shows plan, status, price and renewal of a paid one, and the quotas of its period', async () => {
    plan = paidPlan();
    await show();
    expect(fact('Plan')).toBe('PlanStandardActive, $30.00 a month');
    expect(fact('Renews')).toBe('RenewsDec 20, 2026');
    expect(await screen.findByText('0 of 1 used')).toBeTruthy();
    expect(fact('Tokens')).toContain('5 daily, 40 monthly, 0 bought');
  });

  it('of an organisation, by contract or as a member, does not renew: it is paid until a day; the pool is shown beside one’s own tokens', async () => {
    plan = freePlan({
      plan: 'University Elite',
      package_id: 'university_elite',
      status: 'Active',
      interval: 'year',
      period_end: '2027-11-20T10:00:00.000Z',
    });
    balance = aBalance({ organisation_available: 2_000_000, organisation_name: 'State University' });
    await show();
    expect(fact('Paid until')).toContain('Nov 20, 2027');
    await waitFor(() => expect(fact('Tokens')).toBe('Tokens455 daily, 40 monthly, 0 bought, 2,000,000 of State University'));
  });

  it('G04 a trial shows the remaining days and that it ends automatically', async () => {
    plan = freePlan({
      plan: 'Standard',
      package_id: 'standard_yearly',
      status: 'Trial',
      interval: 'year',
      trial_ends: '2026-11-27T10:00:00.000Z',
      trial_days_left: 5,
      has_payment_account: true,
      ends_by_itself: true,
    });
    await show();
    expect(fact('Trial ends')).toBe('Trial endsNov 27, 20265 days left');
    expect(screen.getByText(/^The trial simply ends, and you will not be charged/)).toBeTruthy();
  });

  it('G04 a trial started here is left by choosing a plan: the payment service has nothing to cancel or change', async () => {
    plan = paidPlan({ package_id: 'standard_yearly', status: 'Trial', interval: 'year', renews: false, trial_days_left: 5 });
    await show();
    expect(await screen.findByRole('link', { name: 'Choose a plan' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Card and receipts' })).toBeTruthy();
    for (const name of ['Cancel plan', 'Change plan', 'Resume plan']) expect(screen.queryByText(name)).toBeNull();
  });

  it('makes no such promise for a trial with a card', async () => {
    plan = paidPlan({ status: 'Trial', trial_ends: '2026-11-27T10:00:00.000Z', trial_days_left: 5 });
    await show();
    expect(fact('Trial ends')).toContain('5 days left');
    expect(screen.queryByText(/^The trial simply ends/)).toBeNull();
  });

  it.each([
    ['a running plan', paidPlan({ next_package_id: 'basic_monthly' }), ['Card and receipts', 'Stay on Standard', 'Cancel plan']],
    ['a plan that ends', paidPlan({ cancel_at_period_end: true }), ['Card and receipts', 'Resume plan']],
  ])('where no payments are taken says so, and offers nothing that would be refused: %s', async (_which, paid, buttons) => {
    acts = { '/api/about': () => partly({ product: 'x', ai_mode: 'live', takes_payments: false }) };
    plan = paid;
    invoices = [invoice({ refundable: true })];
    const { sent } = await show('premium_monthly');
    expect(await screen.findByText('Payments are not set up on this installation yet.')).toBeTruthy();
    await screen.findByText('Standard, monthly');
    const disabled = screen.getAllByRole<HTMLButtonElement>('button').filter((button) => button.disabled);
    expect(disabled.map((button) => button.textContent)).toEqual(buttons);
    expect(screen.getAllByRole('button')).toHaveLength(buttons.length);
    await dialogClosed();
    expect(posts(sent).filter(([path]) => path !== '/api/subscription/preview')).toEqual([]);
  });

  it.each([
    ['es', 'ltr', spanish, ['Activo, ', 'Prueba, ', 'Pago pendiente, '], 'Plan gratuito'],
    ['ar', 'rtl', arabic, ['\u2068نشطة\u2069، ', '\u2068تجربة\u2069، ', '\u2068دفعة مستحقة\u2069، '], 'الخطة المجانية'],
  ] as const)('PAY-25 SHELL-01 its status, and that it is free, is in the language of the interface: %s', (...row) => {
    const [language, direction, words, expected, free] = row;
    speak(language, direction, words);
    expect(factsOf(freePlan())[0]!.figure).toBe(free);
    const notes = (['Active', 'Trial', 'Payment due'] as const).map((status) => factsOf(paidPlan({ status }))[0]!.note);
    notes.forEach((note, at) => expect(note).toMatch(new RegExp(`^${expected[at]}`)));
  });

  it('says how to solve a failed renewal', async () => {
    plan = paidPlan({ status: 'Payment due' });
    await show();
    expect(
      screen.getByText('The last payment did not go through. To keep your plan, confirm it in the list of payments or change your card.'),
    ).toBeTruthy();
  });

  it('says when it could not be loaded, and retries', async () => {
    acts = { '/api/subscription': () => problem('service.unavailable', 'The service is temporarily unavailable') };
    stubServer(({ path }) => acts[path]?.() ?? partly({}));
    await showScreen(<BillingView userId="user-1" change={undefined} onChangeClose={() => undefined} />);
    expect(await screen.findByRole('heading', { name: 'Your plan could not be loaded' })).toBeTruthy();
  });
});

describe('cancelling', () => {
  it('first shows what stays and until when, then cancels, and can be reverted', async () => {
    plan = paidPlan();
    acts = {
      '/cancel': () => partly((plan = paidPlan({ cancel_at_period_end: true }))),
      '/resume': () => partly((plan = paidPlan())),
    };
    const { sent } = await show();
    await press('Cancel plan');
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Standard?' });
    expect(dialog.textContent).toContain('Until Dec 20, 2026 nothing changes');
    expect(dialog.textContent).toContain('You keep your courses, your progress and the tokens you bought.');
    expect(posts(sent)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel the plan' }));
    await waitFor(() => expect(fact('Ends')).toContain('Dec 20, 2026'));
    await press('Resume plan');
    await waitFor(() => expect(fact('Renews')).toContain('Dec 20, 2026'));
    expect(posts(sent).map(([path]) => path)).toEqual(['/api/subscription/cancel', '/api/subscription/resume']);
    expect(toasts()).toEqual(['Standard continues.', 'Standard ends on Dec 20, 2026.']);
  });

  it('says that a scheduled change is restored when the plan is resumed', async () => {
    plan = paidPlan({ next_package_id: 'basic_monthly' });
    await show();
    await press('Cancel plan');
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Standard?' });
    expect(dialog.textContent).toContain('The change to Basic is then cancelled; it applies again if you resume.');
  });

  it('of a plan for an organisation names the pool and its members, before and after', async () => {
    plan = paidPlan({ plan: 'Small Business', package_id: 'small_business', interval: 'year' });
    acts = { '/cancel': () => partly((plan = { ...plan, cancel_at_period_end: true, renews: false })) };
    await show();
    await press('Cancel plan');
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Small Business?' });
    expect(dialog.textContent).toContain('After that, members can no longer use the organisation’s pool');
    expect(dialog.textContent).not.toContain('Free Plan');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel the plan' }));
    expect(await screen.findByText(/after that, members can no longer use the organisation’s pool/)).toBeTruthy();
  });

  it('shows why it failed, and stays', async () => {
    plan = paidPlan();
    acts = { '/cancel': () => problem('service.unavailable', 'The payment service cannot be reached') };
    await show();
    await press('Cancel plan');
    await press('Cancel the plan');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The payment service cannot be reached'));
  });
});

describe('changing', () => {
  const preview = {
    package_id: 'premium_monthly',
    direction: 'upgrade',
    due_now_cents: 1234,
    starts_at: '2026-11-20T10:00:00.000Z',
    proration_date: 1795168800,
  };

  it('an upgrade shows the amount due now, and is made at the shown price', async () => {
    plan = paidPlan();
    acts = {
      '/preview': () => partly(preview),
      '/change': () => partly(paidPlan({ plan: 'Premium', package_id: 'premium_monthly' })),
    };
    const { sent, onChangeClose } = await show('premium_monthly');
    const dialog = await screen.findByRole('dialog', { name: 'Change from Standard to Premium?' });
    await within(dialog).findByText(/^Due now: \$12\.34/);
    await press('Change and pay $12.34');
    await waitFor(() => expect(onChangeClose).toHaveBeenCalled());
    expect(posts(sent)).toEqual([
      ['/api/subscription/preview', { package_id: 'premium_monthly' }],
      ['/api/subscription/change', { package_id: 'premium_monthly', proration_date: 1795168800, accepted_cents: 1234 }],
    ]);
    expect(toasts()).toEqual(['Your plan is Premium now.']);
  });

  it('one that costs more by now is not made, and the new price is confirmed', async () => {
    plan = paidPlan();
    const dues = [1234, 3000];
    const changes: Answer[] = [
      problem('subscription.price_changed', 'This change now costs more than shown. Nothing was charged or changed.'),
      partly(paidPlan({ plan: 'Premium', package_id: 'premium_monthly' })),
    ];
    acts = { '/preview': () => partly({ ...preview, due_now_cents: dues.shift() }), '/change': () => changes.shift()! };
    const { sent, onChangeClose } = await show('premium_monthly');
    await press('Change and pay $12.34');
    await screen.findByRole('button', { name: 'Change and pay $30.00' });
    expect(screen.getByRole('alert').textContent).toBe('This change now costs more than shown. Nothing was charged or changed.');
    expect(onChangeClose).not.toHaveBeenCalled();
    await press('Change and pay $30.00');
    await waitFor(() => expect(onChangeClose).toHaveBeenCalled());
    const accepted = posts(sent).flatMap(([path, body]) =>
      String(path).endsWith('/change') ? [(body as { accepted_cents: number }).accepted_cents] : [],
    );
    expect(accepted).toEqual([1234, 3000]);
  });

  it('a downgrade waits for the end of the period and costs nothing now; it can be reverted', async () => {
    plan = paidPlan();
    acts = {
      '/preview': () =>
        partly({
          ...preview,
          package_id: 'basic_monthly',
          direction: 'downgrade',
          due_now_cents: 0,
          starts_at: '2026-12-20T10:00:00.000Z',
          proration_date: null,
        }),
    };
    await show('basic_monthly');
    expect(
      await screen.findByText('Basic starts on Dec 20, 2026, when the period you have paid for ends. Nothing is due today.'),
    ).toBeTruthy();
    cleanup();
    plan = paidPlan({ next_package_id: 'basic_monthly' });
    acts = { '/change': () => partly(paidPlan()) };
    const { sent } = await show();
    expect(fact('Renews')).toContain('as Basic');
    await press('Stay on Standard');
    await waitFor(() => expect(posts(sent)).toEqual([['/api/subscription/change', { package_id: 'standard_monthly', accepted_cents: 0 }]]));
  });

  it('a declined card leaves the plan as it was and says so', async () => {
    plan = paidPlan();
    acts = { '/preview': () => partly(preview), '/change': () => problem('payments.declined', 'The payment was declined') };
    const { onChangeClose } = await show('premium_monthly');
    await press('Change and pay $12.34');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The payment was declined'));
    expect(onChangeClose).not.toHaveBeenCalled();
  });
});

describe('payments', () => {
  it('PLAN-26 are listed with their receipt; a refundable one is refunded, after the consequences are named', async () => {
    plan = paidPlan();
    invoices = [invoice({ refundable: true }), invoice({ id: 'in-0', status: 'refunded', url: null })];
    acts = {
      '/refund': () => partly({ ...(invoices[0] = invoice({ status: 'refunded' })), given: { amount_cents: 3000, parts: [] } }),
    };
    const { sent } = await show();
    const rows = within(await screen.findByRole('region', { name: 'Payments' })).findAllByRole('listitem');
    expect((await rows).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Standard, monthlyNov 20, 2026 · Paid\$30\.00Receipt/),
      expect.stringMatching(/^Standard, monthlyNov 20, 2026 · Refunded\$30\.00$/),
    ]);
    await press(/^Ask for refund/);
    const dialog = await screen.findByRole('dialog', { name: 'Refund $30.00?' });
    expect(dialog.textContent).toContain('The plan that it paid for or upgraded ends immediately');
    await press('Refund $30.00');
    await waitFor(() => expect(toasts()).toEqual(['Your refund of $30.00 is on its way.']));
    expect(posts(sent)).toEqual([['/api/subscription/invoices/in-1/refund?least_cents=3000', undefined]]);
  });

  it('of courses say the rule, and why one is not refunded, where it has no other sign', async () => {
    plan = paidPlan();
    const course = (id: string, part: Partial<Invoice>) => invoice({ id, description: 'Bees', is_course: true, ...part });
    invoices = [
      course('in-5', { refundable: true, refund: { amount_cents: 3000, parts: [{ description: 'Bees', amount_cents: 3000 }] } }),
      course('in-4', { refusal: 'refund.exported' }),
      course('in-3', { refusal: 'refund.too_far' }),
      course('in-2', { refusal: 'refund.too_late' }),
      invoice({ refusal: 'refund.was_disputed' }),
    ];
    await show();
    const region = within(await screen.findByRole('region', { name: 'Payments' }));
    const rows = (await region.findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows.map((text) => /It cannot be refunded, because (.*?)\./.exec(text)?.[1])).toEqual([
      undefined,
      'you have exported the course',
      'you have opened 30% of the lessons or more',
      undefined,
      'a bank has decided a dispute over it',
    ]);
    expect(region.getAllByRole('button', { name: /^Ask for refund/ })).toHaveLength(1);
    region.getByText(
      /until you have opened 30% of its lessons or exported it; at most 3 courses in twelve months, by account and by payment/,
    );
    await press(/^Ask for refund/);
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'Each course is refunded once, and at most 3 courses in twelve months.',
    );
  });

  it('of an upgraded plan are refunded together: the dialog names the whole sum and its parts', async () => {
    plan = paidPlan();
    const parts = [
      { description: 'Basic (monthly)', amount_cents: 1500 },
      { description: 'Change to Premium (monthly)', amount_cents: 2750 },
      { description: 'Standard (monthly)', amount_cents: 750, is_rest: true },
    ];
    invoices = [invoice({ amount_cents: 1500, refundable: true, refund: { amount_cents: 5000, parts } })];
    acts = { '/refund': () => partly({ ...invoice({ status: 'refunded' }), given: { amount_cents: 5000, parts } }) };
    await show();
    await press(/^Ask for refund/);
    const dialog = await screen.findByRole('dialog', { name: 'Refund $50.00?' });
    expect(dialog.textContent).toContain('Basic (monthly): $15.00');
    expect(dialog.textContent).toContain('Change to Premium (monthly): $27.50');
    expect(dialog.textContent).toContain('Unused part of Standard (monthly): $7.50');
    await press('Refund $50.00');
    await waitFor(() => expect(toasts()).toEqual(['Your refund of $50.00 is on its way.']));
  });

  it('with less left by now are not refunded, and the dialog shows the new amount', async () => {
    plan = paidPlan();
    const left = (cents: number) => ({ amount_cents: cents, parts: [{ description: 'Standard (monthly)', amount_cents: 3000 }] });
    invoices = [invoice({ refundable: true, refund: left(3000) })];
    const refusal = 'The refund would now be smaller than shown. Nothing was refunded and nothing has ended.';
    const answers: Answer[] = [problem('refund.less', refusal), partly({ ...invoice({ status: 'refunded' }), given: left(2130) })];
    acts = { '/refund': () => answers.shift()! };
    const { sent } = await show();
    await press(/^Ask for refund/);
    await screen.findByRole('dialog', { name: 'Refund $30.00?' });
    invoices = [invoice({ refundable: true, refund: left(2130) })];
    await press('Refund $30.00');
    await screen.findByRole('dialog', { name: 'Refund $21.30?' });
    expect(screen.getByRole('alert').textContent).toBe(refusal);
    await press('Refund $21.30');
    await waitFor(() => expect(toasts()).toEqual(['Your refund of $21.30 is on its way.']));
    expect(posts(sent).map(([path]) => String(path).split('?')[1])).toEqual(['least_cents=3000', 'least_cents=2130']);
  });

  it('after nine courses shows the amount before the click, and each deduction', async () => {
    plan = paidPlan();
    const given = {
      amount_cents: 213,
      parts: [{ description: 'Standard (monthly)', amount_cents: 3000 }],
      used: { courses: 9, centitokens: 1250, amount_cents: 2787 },
    };
    invoices = [invoice({ refundable: true, refund: given })];
    acts = { '/refund': () => partly({ ...invoice({ status: 'partially_refunded' }), given }) };
    await show();
    await press(/^Ask for refund/);
    const dialog = await screen.findByRole('dialog', { name: 'Refund $2.13?' });
    expect(dialog.textContent).toContain('Standard (monthly): $30.00');
    expect(dialog.textContent).toContain('Deducted at list prices: $27.87. Courses written with the plan: 9. Tokens spent: 12.5.');
    await press('Refund $2.13');
    await waitFor(() => expect(toasts()).toEqual(['Your refund of $2.13 is on its way.']));
  });

  it('that are used up say so and offer no button', async () => {
    plan = paidPlan();
    const used = { courses: 10, centitokens: 0, amount_cents: 3000 };
    const parts = [{ description: 'Standard (monthly)', amount_cents: 3000 }];
    invoices = [invoice({ refundable: true, refund: { amount_cents: 0, parts, used } })];
    await show();
    await press(/^Ask for refund/);
    await screen.findByRole('dialog', { name: 'There is nothing left to refund' });
    expect(screen.queryByRole('button', { name: /^Give back/ })).toBeNull();
  });

  it('that a bank finally reversed, and returned refunds, are distinguished from paid ones', async () => {
    plan = paidPlan();
    invoices = [invoice({ status: 'charged_back' }), invoice({ id: 'in-0', status: 'refund_failed' })];
    await show();
    const rows = await within(await screen.findByRole('region', { name: 'Payments' })).findAllByRole('listitem');
    expect(rows.map((row) => [row.textContent, row.dataset['mark']])).toEqual([
      [expect.stringContaining('Reversed by your bank'), 'failed'],
      [expect.stringContaining('Refund did not arrive'), 'failed'],
    ]);
  });

  it('the card is changed at the payment service, and nowhere else', async () => {
    plan = paidPlan();
    acts = { '/portal': () => partly({ url: 'http://127.0.0.1:3100/portal/1' }) };
    await show();
    await press('Card and receipts');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('http://127.0.0.1:3100/portal/1'));
    acts = { '/portal': () => problem('service.unavailable', 'Payments are not configured') };
    await press('Card and receipts');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Payments are not configured'));
  });
});
