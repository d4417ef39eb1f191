import { describe, expect, it } from 'vitest';
import { cancelAtStripe } from '#domain/billing/subscriptions/cancel-at-stripe.ts';
import { MOST_ATTEMPTS } from '#domain/billing/events/stripe-event.commands.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useOpenRaises } from './open-raise.factory.ts';

const { billing, alarmsOf, buyer, dispute, refund, change, paymentsOf, hold, drop, letGo, invoiceAtStripe, kept, givenOpenRaise, confirm } =
  useOpenRaises();
const { planRowOf } = billing;

describe('the open invoice of an upgrade whose plan has ended', () => {
  it('is voided at Stripe however the plan ended, so that it can no longer be paid', async () => {
    const ends: ((given: { person: Person; payment: string }) => Promise<unknown>)[] = [
      ({ person, payment }) => refund(person, payment),
      async ({ payment }) => {
        await dispute(payment, 'created');
        await dispute(payment, 'lost');
      },
      async ({ person }) => stripe().subscriptions.cancel((await planRowOf(person))!.stripe_subscription_id!),
    ];
    for (const end of ends) {
      const { page, ...given } = await givenOpenRaise();
      await end(given);
      await billing.settle();
      expect((await invoiceAtStripe(given.person)).status).toBe('void');
      await confirm(page);
      await billing.settle();
      expect((await paymentsOf(given.person))[1]).toMatchObject({ status: 'void', paid_at: null });
    }
  });

  it('is voided even without any event, with one request', async () => {
    const { person, payment } = await givenOpenRaise();
    await drop();
    await refund(person, payment);
    await reconcileBilling();
    await billing.work();
    await reconcileBilling();
    await billing.work();
    expect((await invoiceAtStripe(person)).status).toBe('void');
    expect((await paymentsOf(person))[1]).toMatchObject({ status: 'void' });
  });

  it('is voided after a crash before or after the call to Stripe', async () => {
    for (const when of ['before', 'after'] as const) {
      const { person, payment } = await givenOpenRaise();
      const { invoices } = stripe();
      const real = invoices.voidInvoice.bind(invoices);
      invoices.voidInvoice = async (...call: Parameters<typeof real>) => {
        if (when === 'after') await real(...call);
        invoices.voidInvoice = real;
        throw new Error('died');
      };
      await refund(person, payment);
      await billing.settle();
      expect(invoices.voidInvoice).toBe(real);
      expect((await invoiceAtStripe(person)).status).toBe('void');
      expect((await paymentsOf(person))[1]).toMatchObject({ status: 'void' });
    }
  });

  it('that Stripe never voids raises one alarm, even when it is checked again', async () => {
    const { person, payment } = await givenOpenRaise();
    stripe().invoices.voidInvoice = async () => {
      throw new Error('Invalid invoice');
    };
    await refund(person, payment);
    await letGo();
    const { stripe_invoice_id: id } = (await paymentsOf(person))[1]!;
    const alarms = () => billing.knex()('billing_alarm').where({ kind: 'event.dead' }).whereRaw(`detail->>'object' = ?`, [id]);
    for (let attempt = 0; attempt < MOST_ATTEMPTS + 2; attempt += 1) await billing.work();
    const told = (await alarms()).length;
    expect(told).toBeGreaterThan(0);
    await reconcileBilling();
    await billing.work();
    expect(await alarms()).toHaveLength(told);
    billing.setPayments({});
  });

  it('restores the credit it used, and a refund of the plan does not deduct that again', async () => {
    const { person, payment } = await givenOpenRaise();
    const { stripe_customer_id: customer } = (await billing.knex()('billing_customer').where({ account_id: person.userId }).first())!;
    await stripe().customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' });
    await change(person, 'standard_monthly');
    await billing.settle();
    expect(await stripe().customers.retrieve(customer)).toMatchObject({ balance: 0 });
    await refund(person, payment);
    await billing.settle();
    expect(await stripe().customers.retrieve(customer)).toMatchObject({ balance: -500 });
  });
});

describe('a payment for a plan that has ended', () => {
  it('just as it ends is refunded once, however often and by whichever path the event arrives', async () => {
    const { person, payment, page } = await givenOpenRaise();
    await hold();
    await refund(person, payment);
    await confirm(page);
    const told = (await billing.events({ type: 'invoice.paid' })).map(({ id }) => id);
    await letGo();
    await billing.settle();
    for (let time = 0; time < 3; time += 1) await billing.control('POST', 'deliver', { event_ids: told });
    await reconcileBilling();
    await billing.settle();
    expect(await kept(person)).toBe(0);
    const [, raise] = await paymentsOf(person);
    expect(raise).toMatchObject({ status: 'paid', refunded_cents: raise!.amount_cents });
    expect(await billing.knex()('refund').where({ payment_id: raise!.id })).toMatchObject([
      { status: 'succeeded', reason: 'the plan had ended' },
    ]);
    expect(await alarmsOf(person)).toEqual([]);
  });

  it('an upgrade charged by a process that crashed, noticed only at the refund request', async () => {
    const { person, payment } = await buyer('basic_monthly');
    await hold();
    const { subscriptions } = stripe();
    const real = subscriptions.update.bind(subscriptions);
    subscriptions.update = async (...call: Parameters<typeof real>) => {
      await real(...call);
      throw new Error('died');
    };
    expect(await change(person, 'premium_monthly')).toMatchObject({ status: 503 });
    billing.setPayments({});
    expect(await refund(person, payment)).toMatchObject({ status: 200 });
    await letGo();
    await billing.settle();
    expect((await paymentsOf(person)).map(({ reason }: any) => reason)).toEqual(['subscription_create', 'subscription_update']);
    expect(await kept(person)).toBe(0);
  });

  it('the end of a plan does not refund payments made while it ran', async () => {
    const { person } = await buyer('basic_monthly');
    await change(person, 'premium_monthly');
    await billing.settleAfter(60);
    await stripe().subscriptions.cancel((await planRowOf(person))!.stripe_subscription_id!);
    await billing.settle();
    await billing.control('POST', 'deliver', { event_ids: (await billing.events({ type: 'invoice.paid' })).map(({ id }) => id) });
    await reconcileBilling();
    await billing.settle();
    expect(await kept(person)).toBe(5000);
  });
});

it('a plan ended by two processes at once ends when Stripe says, and its end is audited once', async () => {
  const { person } = await buyer('basic_monthly');
  const { id, stripe_subscription_id: subscription } = (await planRowOf(person))!;
  await hold();
  const { ended_at: at } = await stripe().subscriptions.cancel(subscription!);
  await cancelAtStripe(subscription!);
  expect(await planRowOf(person)).toMatchObject({ status: 'canceled', ended_at: new Date(at! * 1000) });
  await letGo();
  const told = await billing
    .knex()('audit_entry')
    .where({ action: 'subscription.change', subject: `subscription:${id}` });
  expect(told).toHaveLength(1);
});
