import { describe, expect, it } from 'vitest';
import { freePlan } from '#contract/billing/subscription.factory.ts';
import { WEBHOOK_PATH } from '#contract/billing/payments.contract.ts';
import { closeBilling } from '#domain/billing/subscriptions/close-billing.command.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { DAY_S, useBilling, WEBHOOK_SECRET } from './billing-stack.factory.ts';

const billing = useBilling();
const { invoicesOf, planOf, planRowOf } = billing;

/** Creates a user with a paid plan. */
async function subscriber(plan: string, more: Record<string, unknown> = {}): Promise<Person> {
  const person = await billing.someone();
  await billing.purchase(person, plan, more);
  return person;
}
const change = (person: Person, package_id: string, more = {}) =>
  billing.as(person).post('/api/subscription/change', { package_id, ...more });

describe('the billing page', () => {
  it('PAY-25 G13 shows the free plan without a status, and a paid one with its renewal and invoice', async () => {
    const nobody = await billing.someone();
    expect(await planOf(nobody)).toEqual(freePlan());
    const person = await subscriber('premium_monthly');
    expect(await planOf(person)).toMatchObject({
      plan: 'Premium',
      status: 'Active',
      interval: 'month',
      amount_cents: 5000,
      has_payment_account: true,
    });
    const [invoice] = await invoicesOf(person);
    expect(invoice).toMatchObject({ description: 'Premium (monthly)', amount_cents: 5000, status: 'paid', refundable: true });
    expect(invoice.url).toContain('http');
  });

  it('pages through payments, newest first, each once', async () => {
    const person = await billing.someone();
    for (const tokens of [100, 300, 700]) {
      const { session_id } = await billing.checkout(person, tokens);
      await billing.pay(session_id);
      await billing.status(person, session_id);
    }
    const get = async (query: string) => (await billing.as(person).get(`/api/subscription/invoices?${query}`)).json;
    const first = await get('limit=2');
    const second = await get(`limit=2&cursor=${first.next_cursor}`);
    expect([...first.invoices, ...second.invoices].map((one: any) => one.description)).toEqual(['800 tokens', '330 tokens', '100 tokens']);
    expect(second.next_cursor).toBeNull();
    expect((await billing.as(person).get('/api/subscription/invoices?cursor=nonsense')).status).toBe(400);
  });
});

describe('an upgrade', () => {
  it('is previewed and charged as previewed, starts at once and tops up the month’s tokens', async () => {
    const person = await subscriber('standard_monthly');
    expect((await billing.holdings(person)).monthly).toBe(600);
    const preview = await billing.as(person).post('/api/subscription/preview', { package_id: 'premium_monthly' });
    expect(preview).toMatchObject({ status: 200, json: { direction: 'upgrade', proration_date: expect.any(Number) } });
    const { due_now_cents, proration_date } = preview.json;
    expect(due_now_cents).toBeGreaterThan(1990);
    expect(due_now_cents).toBeLessThanOrEqual(2000);
    const answer = await change(person, 'premium_monthly', { proration_date });
    expect(answer).toMatchObject({ status: 200, json: { plan: 'Premium', package_id: 'premium_monthly' } });
    await billing.settle();
    expect(await billing.holdings(person)).toMatchObject({ plan: 'premium_monthly', monthly: 1400 });
    const [raise] = await invoicesOf(person);
    expect(raise).toMatchObject({
      amount_cents: due_now_cents,
      status: 'paid',
      description: 'Change to Premium (monthly)',
      refundable: false,
    });
    expect((await billing.holdings(person)).mails).toEqual(['receipt', 'receipt']);
  });

  it('costs no more than was shown, also when a page was open for longer than its price was valid', async () => {
    const person = await subscriber('standard_monthly');
    const unchanged = async () => {
      await billing.settle();
      expect((await billing.holdings(person)).plan).toBe('standard_monthly');
      expect(await invoicesOf(person)).toHaveLength(1);
    };
    const refusal = { status: 409, json: { code: 'subscription.price_changed' } };
    // 'Stay on Premium', pressed after the planned change has taken effect
    expect(await change(person, 'premium_monthly', { accepted_cents: 0 })).toMatchObject(refusal);
    await unchanged();
    const { due_now_cents, proration_date } = (
      await billing.as(person).post('/api/subscription/preview', { package_id: 'premium_monthly' })
    ).json;
    const longAgo = { package_id: 'premium_monthly', proration_date, at: new Date(Date.now() - 3_600_000).toISOString() };
    await billing
      .knex()('subscription')
      .where({ account_id: person.userId })
      .update({ previewed: JSON.stringify(longAgo) });
    expect(await change(person, 'premium_monthly', { proration_date, accepted_cents: due_now_cents - 500 })).toMatchObject(refusal);
    await unchanged();
    expect(await change(person, 'premium_monthly', { proration_date, accepted_cents: due_now_cents })).toMatchObject({ status: 200 });
    await billing.settle();
    const [raise] = await invoicesOf(person);
    expect(raise.amount_cents).toBeLessThanOrEqual(due_now_cents);
  });

  it('ignores a proration date that a browser invented', async () => {
    const person = await subscriber('basic_monthly');
    const row = await planRowOf(person);
    const nearTheEnd = Math.floor(row!.period_end.getTime() / 1000) - 60;
    await change(person, 'creator_pro_monthly', { proration_date: nearTheEnd });
    await billing.settle();
    const [raise] = await invoicesOf(person);
    expect(raise.amount_cents).toBeGreaterThan(22_000);
  });

  it('with a declined card changes nothing and says so', async () => {
    const person = await subscriber('basic_monthly', { card: '4000000000000341' });
    const answer = await change(person, 'premium_monthly');
    expect(answer).toMatchObject({ status: 402, json: { code: 'payments.declined' } });
    await billing.settle();
    expect(await billing.holdings(person)).toMatchObject({ plan: 'basic_monthly', monthly: 250 });
  });

  it('to yearly billing: charged now, the monthly tokens continue on the same day', async () => {
    const person = await subscriber('basic_monthly');
    const before = await planRowOf(person);
    expect(await change(person, 'premium_yearly')).toMatchObject({ status: 200, json: { interval: 'year', amount_cents: 50_000 } });
    await billing.settle();
    const after = await planRowOf(person);
    expect(after!.anchor).toEqual(before!.anchor);
    expect(after!.period_end.getTime() - Date.now()).toBeGreaterThan(360 * DAY_S * 1000);
    expect((await billing.holdings(person)).monthly).toBe(1400);
  });

  it('to the same plan is 409; without a plan there is nothing to change; an unknown plan is 400', async () => {
    const person = await subscriber('premium_monthly');
    expect(await change(person, 'premium_monthly')).toMatchObject({ status: 409, json: { code: 'subscription.unchanged' } });
    expect(await change(person, 'free')).toMatchObject({ status: 400 });
    expect(await change(await billing.someone(), 'premium_monthly')).toMatchObject({ status: 409, json: { code: 'subscription.none' } });
  });
});

describe('a downgrade', () => {
  it('starts when the paid period ends: until then the plan stays, afterwards the lower price is charged', async () => {
    const person = await subscriber('premium_monthly');
    const preview = await billing.as(person).post('/api/subscription/preview', { package_id: 'basic_monthly' });
    expect(preview.json).toMatchObject({ direction: 'downgrade', due_now_cents: 0, proration_date: null });
    expect(await change(person, 'basic_monthly')).toMatchObject({
      status: 200,
      json: { plan: 'Premium', next_package_id: 'basic_monthly' },
    });
    await billing.settle();
    expect(await planOf(person)).toMatchObject({ plan: 'Premium', next_package_id: 'basic_monthly', cancel_at_period_end: false });
    await billing.settleAfter(32 * DAY_S);
    expect(await planOf(person)).toMatchObject({ plan: 'Basic', package_id: 'basic_monthly', next_package_id: null });
    expect((await invoicesOf(person))[0]).toMatchObject({ amount_cents: 1500, status: 'paid' });
  });

  it('to another smaller plan replaces the scheduled one; choosing the current plan cancels it', async () => {
    const person = await subscriber('premium_monthly');
    await change(person, 'basic_monthly');
    expect((await change(person, 'standard_monthly')).json).toMatchObject({ next_package_id: 'standard_monthly' });
    expect((await change(person, 'premium_monthly')).json).toMatchObject({ plan: 'Premium', next_package_id: null });
    await billing.settleAfter(32 * DAY_S);
    expect(await planOf(person)).toMatchObject({ plan: 'Premium' });
  });
});

describe('the end of a plan', () => {
  it('cancelling keeps it until the end of the paid period, and twice is once; resuming reverts it', async () => {
    const person = await subscriber('basic_monthly');
    for (let time = 0; time < 2; time += 1)
      expect(await billing.as(person).post('/api/subscription/cancel')).toMatchObject({
        status: 200,
        json: { plan: 'Basic', status: 'Active', cancel_at_period_end: true },
      });
    expect((await billing.as(person).post('/api/subscription/resume')).json).toMatchObject({ cancel_at_period_end: false });
    await billing.as(person).post('/api/subscription/cancel');
    await billing.settleAfter(32 * DAY_S);
    expect(await planOf(person)).toMatchObject({ plan: 'Free Plan', status: null });
    expect((await billing.as(person).post('/api/subscription/cancel')).json).toMatchObject({ code: 'subscription.none' });
  });

  it('cancelling while a downgrade is scheduled still ends it', async () => {
    const person = await subscriber('premium_monthly');
    await change(person, 'basic_monthly');
    expect((await billing.as(person).post('/api/subscription/cancel')).json).toMatchObject({
      cancel_at_period_end: true,
      next_package_id: null,
    });
  });

  it('a card that stops working: payment is due, the plan stays while Stripe retries, then it is free', async () => {
    const person = await subscriber('basic_monthly', { card: '4000000000000341' });
    await billing.settleAfter(32 * DAY_S);
    expect(await planOf(person)).toMatchObject({ plan: 'Basic', status: 'Payment due' });
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', mails: ['receipt', 'payment-failed'] });
    expect((await invoicesOf(person))[0]).toMatchObject({ status: 'open', amount_cents: 1500 });
    await billing.settleAfter(10 * DAY_S);
    expect(await planOf(person)).toMatchObject({ plan: 'Free Plan' });
    expect((await billing.holdings(person)).mails).toEqual(['receipt', 'payment-failed', 'payment-failed']);
    const news = await billing.knex()('notification').where({ account_id: person.userId }).orderBy('id').pluck('kind');
    expect(news).toEqual(['payment.landed', 'payment.failed', 'plan.unpaid']);
  });

  it('comes with the period, too, when the account is deleted afterwards: no renewal is charged in the grace period', async () => {
    const person = await subscriber('basic_monthly');
    const staying = await subscriber('basic_monthly');
    const { period_end } = (await planRowOf(person))!;
    const due = (days: number) =>
      billing
        .knex()('account')
        .where({ id: person.userId })
        .update({ deletion_due_at: new Date(period_end.getTime() + days * DAY_S * 1000) });
    await due(-1);
    await reconcileBilling();
    expect((await planRowOf(person))!.cancel_at_period_end).toBe(false);
    await due(1);
    await reconcileBilling();
    await reconcileBilling();
    expect((await planRowOf(person))!.cancel_at_period_end).toBe(true);
    expect((await planRowOf(staying))!.cancel_at_period_end).toBe(false);
    const audits = await billing
      .knex()('audit_entry')
      .where({ action: 'subscription.cancel', subject: `subscription:${(await planRowOf(person))!.id}` });
    expect(audits).toMatchObject([{ actor: 'system:billing' }]);
  });

  it('closeBilling ends plans and open pages at once, Stripe forgets the person, and repeating it changes nothing', async () => {
    const person = await subscriber('basic_monthly');
    const open = await billing.checkout(person, 100);
    const { stripe_customer_id: customer } = (await billing.knex()('billing_customer').where({ account_id: person.userId }).first())!;
    await closeBilling(person.userId);
    await closeBilling(person.userId);
    const row = await planRowOf(person);
    expect(row!.status).toBe('canceled');
    expect((await stripe().subscriptions.retrieve(row!.stripe_subscription_id!)).status).toBe('canceled');
    expect(await billing.status(person, open.session_id)).toMatchObject({ payment_status: 'expired' });
    expect(await billing.knex()('billing_customer').where({ account_id: person.userId })).toEqual([]);
    expect(await stripe().customers.retrieve(customer)).toMatchObject({ deleted: true });
  });
});

describe('Stripe no longer knows us', () => {
  it('open orders end here too, and purchases continue with a new customer and new prices', async () => {
    const person = await subscriber('basic_monthly');
    const open = await billing.checkout(person, 100);
    await billing.control('DELETE', '');
    await reconcileBilling();
    expect((await billing.holdings(person)).status).toBe('active');
    await closeBilling(person.userId);
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
    expect(await billing.status(person, open.session_id)).toMatchObject({ payment_status: 'expired' });
    await billing.control('PUT', 'webhook', { url: billing.origin + WEBHOOK_PATH, secret: WEBHOOK_SECRET });
    const { session_id } = await billing.checkout(person, 'basic_monthly');
    await billing.pay(session_id);
    expect(await billing.status(person, session_id)).toMatchObject({ payment_status: 'paid' });
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', plan: 'basic_monthly' });
  });
});

describe('a renewal', () => {
  it('starts a new period and adds an invoice; if every event is lost, the reconciler notices', async () => {
    const person = await subscriber('standard_monthly');
    const before = await planRowOf(person);
    await billing.holdings(person);
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await billing.passTime(32 * DAY_S);
    await billing
      .knex()('subscription')
      .where({ id: before!.id })
      .update({ period_end: new Date(Date.now() - 1000) });
    await reconcileBilling();
    const after = await planRowOf(person);
    expect(after!.period_end.getTime()).toBeGreaterThan(before!.period_end.getTime());
    expect((await invoicesOf(person)).map((one: any) => one.amount_cents)).toEqual([3000, 3000]);
    expect((await billing.holdings(person)).mails).toEqual(['receipt', 'receipt']);
    // by Stripe's clock, which is ahead of ours here
    const months = await billing
      .knex()('token_lot')
      .where({ subscription_id: before!.id, source: 'monthly' })
      .orderBy('id')
      .pluck('amount');
    expect(months).toEqual([60_000, 60_000]);
  });

  it('an organisation’s year is renewed with its pool', async () => {
    const person = await billing.someone();
    await billing.buyAtPage(person, 'small_business', { page: { organisation_name: 'Acme' } });
    const year = async () => (await billing.as(person).get('/api/organisation')).json.organisation;
    const before = await year();
    await billing.settleAfter(366 * DAY_S);
    const after = await year();
    expect(Date.parse(after.ends_at) - Date.parse(before.ends_at)).toBeGreaterThan(360 * DAY_S * 1000);
    expect(await billing.knex()('token_lot').where({ owner_kind: 'organisation', owner_id: after.organisation_id })).toHaveLength(2);
  });
});

describe('the portal', () => {
  it('opens at Stripe for any paying user, with the card and invoices only', async () => {
    const person = await subscriber('basic_monthly');
    const answer = await billing.as(person).post('/api/subscription/portal', { origin_url: 'http://127.0.0.1:3000' });
    expect(answer).toMatchObject({ status: 200, json: { url: expect.stringContaining(billing.sandbox.url) } });
    expect((await fetch(answer.json.url)).status).toBe(200);
    expect(await billing.as(person).post('/api/subscription/portal', { origin_url: 'https://evil.example' })).toMatchObject({
      status: 400,
    });
    expect(await billing.as(await billing.someone()).post('/api/subscription/portal')).toMatchObject({
      status: 409,
      json: { code: 'subscription.none' },
    });
    const { data } = await stripe().billingPortal.configurations.list({ active: true });
    expect(data.filter(({ metadata }) => metadata?.made_by === 'coursewright')).toHaveLength(1);
  });
});
