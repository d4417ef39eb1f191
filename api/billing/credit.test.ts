import { describe, expect, it } from 'vitest';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { invoicesOf, planOf, planRowOf, postAct } = billing;
const { buy, buyer, refund } = useBuyers(billing);
const customerOf = async (person: Person): Promise<string> =>
  (await billing.knex()('billing_customer').where({ account_id: person.userId }).first())!.stripe_customer_id;
/** Returns the cents that Stripe will deduct from a user's next invoices. */
const creditOf = async (person: Person) => {
  const { balance } = (await stripe().customers.retrieve(await customerOf(person))) as { balance: number };
  return balance === 0 ? 0 : -balance;
};
const giveCredit = async (person: Person, cents: number) =>
  stripe().customers.createBalanceTransaction(await customerOf(person), { amount: -cents, currency: 'usd' });
const passTime = async (days: number) => {
  await billing.settleAfter(days * DAY_S);
};

/** Creates a user who has paid for a year of Basic, without a trial before. */
async function yearBuyer(): Promise<{ person: Person; payment: string }> {
  const person = await billing.someone();
  await billing
    .knex()('trial_use')
    .insert({ account_id: person.userId, via: 'local', email_hash: Buffer.from(person.userId) });
  return { person, ...(await buy(person, 'basic_yearly')) };
}

/** Creates a yearly plan that an operator has changed to monthly at Stripe itself: the unused payment stays there as credit. */
async function givenCreditOfYear() {
  const bought = await yearBuyer();
  const { stripe_subscription_id: id } = (await planRowOf(bought.person))!;
  const [monthly] = (await stripe().prices.list({ lookup_keys: ['basic_monthly'] })).data;
  const { items } = await stripe().subscriptions.retrieve(id!);
  await stripe().subscriptions.update(id!, {
    items: [{ id: items.data[0]!.id, price: monthly!.id }],
    proration_behavior: 'always_invoice',
  });
  await billing.settle();
  return bought;
}

describe('from the year to the month', () => {
  it.each(['premium_monthly', 'basic_monthly', 'creator_pro_monthly'])(
    '%s begins when the paid year is over: nothing is due, nothing becomes credit',
    async (monthly) => {
      const { person } = await yearBuyer();
      const year = await planRowOf(person);
      const preview = await postAct(person, 'preview', { package_id: monthly });
      expect(preview.json).toEqual({
        package_id: monthly,
        direction: 'downgrade',
        due_now_cents: 0,
        starts_at: year!.period_end.toISOString(),
        proration_date: null,
      });
      expect((await postAct(person, 'change', { package_id: monthly })).json).toMatchObject({
        package_id: 'basic_yearly',
        next_package_id: monthly,
      });
      await billing.settle();
      expect(await creditOf(person)).toBe(0);
      expect((await invoicesOf(person)).map((one: any) => one.amount_cents)).toEqual([15_000]);
    },
  );

  it('the month is charged when the year ends', async () => {
    const { person } = await yearBuyer();
    await postAct(person, 'change', { package_id: 'premium_monthly' });
    await passTime(364);
    expect(await planOf(person)).toMatchObject({ package_id: 'basic_yearly', next_package_id: 'premium_monthly' });
    await passTime(3);
    expect(await planOf(person)).toMatchObject({ package_id: 'premium_monthly', interval: 'month', next_package_id: null });
    expect((await invoicesOf(person)).map((one: any) => [one.description, one.amount_cents])).toEqual([
      ['Premium (monthly)', 5000],
      ['Basic (yearly)', 15_000],
    ]);
  });

  it('a refund of the year leaves nothing behind: buying it again must be paid again', async () => {
    const { person, payment } = await yearBuyer();
    await postAct(person, 'change', { package_id: 'premium_monthly' });
    await billing.settle();
    expect((await refund(person, payment)).json.given).toMatchObject({ amount_cents: 15_000 });
    await billing.settle();
    await billing.buyAtPage(person, 'premium_monthly');
    expect((await invoicesOf(person))[0]).toMatchObject({ amount_cents: 5000, status: 'paid' });
  });
});

describe('credit that came from a payment', () => {
  it('is revoked with the refund, once, however often the event arrives', async () => {
    const { person, payment } = await givenCreditOfYear();
    expect(await creditOf(person)).toBeGreaterThan(13_000);
    expect((await refund(person, payment)).json.given).toMatchObject({ amount_cents: 15_000 });
    expect(await creditOf(person)).toBe(0);
    await giveCredit(person, 700);
    await billing.settle();
    await reconcileBilling();
    const told = await billing.events({ type: 'charge.refunded' });
    await billing.control('POST', 'deliver', { event_ids: told.map(({ id }) => id) });
    await billing.settle();
    // later credit has another origin
    expect(await creditOf(person)).toBe(700);
    const taken = await billing
      .knex()('audit_entry')
      .where({ action: 'credit.take', subject: `payment:${payment}` });
    expect(taken).toHaveLength(1);
  });

  it('is removed once, even by two processes that crash right afterwards', async () => {
    const { person, payment } = await givenCreditOfYear();
    await giveCredit(person, 700);
    for (let death = 0; death < 2; death += 1) {
      const { customers } = stripe();
      const real = customers.createBalanceTransaction.bind(customers);
      customers.createBalanceTransaction = async (...call: Parameters<typeof real>) => {
        await real(...call);
        throw new Error('died');
      };
      await billing.control('PUT', 'delivery', { mode: 'hold' });
      if (death === 0) expect(await refund(person, payment)).toMatchObject({ status: 503 });
      else await reconcileBilling();
      billing.setPayments({});
    }
    await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
    await billing.control('POST', 'deliver', {});
    await reconcileBilling();
    await billing.settle();
    expect(await creditOf(person)).toBe(700);
    expect(await billing.knex()('billing_payment').where({ id: payment }).first()).toMatchObject({ refunded_cents: 15_000 });
    const { data } = await stripe().customers.listBalanceTransactions(await customerOf(person));
    expect(data.filter(({ metadata }) => metadata?.credit_of)).toHaveLength(1);
  });

  it('is removed as far as refunds and remaining credit exceed what was paid', async () => {
    const { person, payment } = await givenCreditOfYear();
    const before = await creditOf(person);
    const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    await stripe().refunds.create({ payment_intent: intent!, amount: 10_000 });
    await billing.settle();
    expect(await creditOf(person)).toBe(5000);
    expect(before).toBeGreaterThan(5000);
  });

  it('is not credit that an operator granted at Stripe: that stays', async () => {
    const { person, payment } = await buyer('premium_monthly');
    await giveCredit(person, 900);
    await refund(person, payment);
    await billing.settle();
    expect(await creditOf(person)).toBe(900);
  });
});

describe('a renewal paid with credit', () => {
  it('completely is listed as such, grants its month, and no receipt mentions money', async () => {
    const { person } = await buyer('standard_monthly');
    await giveCredit(person, 3000);
    await passTime(32);
    const [renewal, first] = await invoicesOf(person);
    expect(renewal).toMatchObject({
      description: 'Standard (monthly)',
      amount_cents: 0,
      status: 'paid',
      refundable: false,
      refund: null,
    });
    expect(first).toMatchObject({ amount_cents: 3000, status: 'paid' });
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', mails: ['receipt'] });
    expect((await refund(person, renewal.id)).json).toMatchObject({ status: 409, code: 'refund.not_paid' });
  });

  it('partly lists the amount charged beyond the credit', async () => {
    const { person } = await buyer('standard_monthly');
    await giveCredit(person, 1000);
    await passTime(32);
    expect((await invoicesOf(person))[0]).toMatchObject({ amount_cents: 2000, status: 'paid' });
  });

  it('of a trial: nothing is due, and nothing is listed', async () => {
    const person = await billing.someone();
    await billing.buyAtPage(person, 'standard_yearly', { paying: { method: 'none' } });
    expect(await invoicesOf(person)).toEqual([]);
  });
});
