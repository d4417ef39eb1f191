import { describe, expect, it } from 'vitest';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { alarmsOf, buyer, dispute, ofPlan, refund } = useBuyers(billing);
const change = (person: Person, to: string) => billing.as(person).post('/api/subscription/change', { package_id: to });
const paymentsOf = (person: Person) => billing.knex()('billing_payment').where({ account_id: person.userId }).orderBy('created_at');
const list = async (person: Person) => (await billing.as(person).get('/api/subscription/invoices')).json.invoices;
/** Backdates a payment by a number of days. */
const paidAgo = (id: string, days: number) =>
  billing
    .knex()('billing_payment')
    .where({ id })
    .update({ paid_at: billing.knex().raw(`now() - ? * interval '1 day'`, [days]) });

/** Creates a user whose plan was paid 20 days ago and upgraded now, partway through its period. */
async function givenLateRaise(from = 'basic_monthly', to = 'premium_monthly', daysBetween = 15) {
  const { person, payment: plan } = await buyer(from);
  await billing.passTime(daysBetween * DAY_S);
  expect((await change(person, to)).status).toBe(200);
  await billing.settle();
  await ofPlan(person);
  await paidAgo(plan, 20);
  const raise = (await paymentsOf(person))[1];
  // paid now, whatever Stripe's clock says
  await paidAgo(raise!.id, 0);
  return { person, plan, raise: raise as { id: string; amount_cents: number; unused_cents: number } };
}

/** Returns the cents that Stripe has refunded of each payment. */
const givenAtStripe = async (person: Person): Promise<number[]> =>
  Promise.all(
    (await paymentsOf(person)).map(async ({ stripe_payment_intent_id: intent }: any) =>
      (await stripe().refunds.list({ payment_intent: intent })).data.reduce((sum, { amount }) => sum + amount, 0),
    ),
  );

describe('an upgrade payment of a plan whose own payment is too old for a refund', () => {
  it('is refunded within 14 days, with the part of the plan that was unused then; the plan and its tokens end at once', async () => {
    const { person, plan, raise } = await givenLateRaise();
    // half of the month is over, so half of Basic is unused
    expect(raise.unused_cents).toBeGreaterThan(700);
    expect(raise.unused_cents).toBeLessThan(800);
    const whole = {
      amount_cents: raise.amount_cents + raise.unused_cents,
      parts: [
        { description: 'Change to Premium (monthly)', amount_cents: raise.amount_cents },
        { description: 'Basic (monthly)', amount_cents: raise.unused_cents, is_rest: true },
      ],
    };
    expect(await list(person)).toMatchObject([
      { id: raise.id, refundable: true, refund: whole },
      { id: plan, refundable: false, refund: null },
    ]);
    const { status, json } = await refund(person, raise.id);
    expect([status, json.given]).toMatchObject([200, whole]);
    await billing.settle();
    expect(await givenAtStripe(person)).toEqual([raise.unused_cents, raise.amount_cents]);
    expect((await list(person)).map((one: { status: string }) => one.status)).toEqual(['refunded', 'partially_refunded']);
    expect((await billing.as(person).get('/api/subscription')).json).toMatchObject({ plan: 'Free Plan' });
    expect(await ofPlan(person)).toBe(0);
    expect((await refund(person, raise.id)).json).toMatchObject({ code: 'refund.done' });
    expect(await alarmsOf(person)).toEqual([]);
  });

  it('from monthly to yearly billing too: the plan has cost its used part', async () => {
    const { person, raise } = await givenLateRaise('basic_monthly', 'basic_yearly');
    expect((await refund(person, raise.id)).json.given.amount_cents).toBe(raise.amount_cents + raise.unused_cents);
    await billing.settle();
    expect(await givenAtStripe(person)).toEqual([raise.unused_cents, raise.amount_cents]);
    expect(await ofPlan(person)).toBe(0);
  });

  it('twice: both upgrades are refunded, and the part unused before the first', async () => {
    const { person, raise: first } = await givenLateRaise('basic_monthly', 'standard_monthly');
    expect((await change(person, 'premium_monthly')).status).toBe(200);
    await billing.settle();
    const second = (await paymentsOf(person))[2];
    await paidAgo(second!.id, 0);
    expect((await refund(person, second!.id)).status).toBe(200);
    await billing.settle();
    expect(await givenAtStripe(person)).toEqual([first.unused_cents, first.amount_cents, second!.amount_cents]);
  });

  it('twice, the first too long ago: the unused part is refunded from both earlier payments, never more than they were', async () => {
    const { person, raise: first } = await givenLateRaise('basic_monthly', 'standard_monthly');
    expect((await change(person, 'premium_monthly')).status).toBe(200);
    await billing.settle();
    const second = (await paymentsOf(person))[2];
    await paidAgo(first.id, 15);
    await paidAgo(second!.id, 0);
    expect((await refund(person, first.id)).json).toMatchObject({ code: 'refund.too_late' });
    expect((await refund(person, second!.id)).status).toBe(200);
    await billing.settle();
    expect(second!.unused_cents).toBeGreaterThan(first.amount_cents);
    expect(await givenAtStripe(person)).toEqual([second!.unused_cents - first.amount_cents, first.amount_cents, second!.amount_cents]);
  });

  it('not on day 15, and once in twelve months, like every payment', async () => {
    const { person, raise } = await givenLateRaise();
    await paidAgo(raise.id, 14.01);
    expect((await list(person))[0]).toMatchObject({ refundable: false, refund: null });
    expect((await refund(person, raise.id)).json).toMatchObject({ code: 'refund.too_late' });
  });

  it('is refunded together with the plan while the plan can be refunded', async () => {
    const { person, plan, raise } = await givenLateRaise();
    await paidAgo(plan, 13);
    expect((await refund(person, raise.id)).json).toMatchObject({ code: 'refund.with_plan' });
    expect(await list(person)).toMatchObject([{ refundable: false }, { refundable: true }]);
  });

  it('is not refunded when Stripe rejects it: nothing else is, and the plan continues', async () => {
    const { person, raise } = await givenLateRaise();
    const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: raise.id }).first())!;
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await billing.control('POST', 'dispute', { payment_intent: intent, status: 'created' });
    expect((await refund(person, raise.id)).status).toBe(503);
    await reconcileBilling();
    expect(await billing.knex()('refund').where({ account_id: person.userId }).pluck('status')).toEqual(['failed', 'failed']);
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', plan: 'premium_monthly' });
    expect(await givenAtStripe(person)).toEqual([0, 0]);
  });

  it('while a bank disputes an earlier payment, that payment is not refunded', async () => {
    const { person, plan, raise } = await givenLateRaise();
    await dispute(plan, 'created');
    expect((await refund(person, raise.id)).json.given.amount_cents).toBe(raise.amount_cents);
  });

  it('after a crash between two calls to Stripe the reconciler refunds the rest, once', { tags: 'slow' }, async () => {
    for (let call = 1, isDead = true; isDead; call += 1) {
      const { person, raise } = await givenLateRaise();
      const { refunds } = stripe();
      const real = refunds.create.bind(refunds);
      let calls = 0;
      refunds.create = (async (...asked: Parameters<typeof real>) => {
        calls += 1;
        if (calls === call) throw new Error('died');
        return real(...asked);
      }) as typeof real;
      await refund(person, raise.id);
      isDead = calls >= call;
      billing.setPayments({});
      await reconcileBilling();
      await billing.settle();
      expect(await givenAtStripe(person), `${call}`).toEqual([raise.unused_cents, raise.amount_cents]);
      expect((await billing.as(person).get('/api/subscription')).json).toMatchObject({ plan: 'Free Plan' });
    }
  });
});
