import type Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePrice, pressPay, subscribeTo, SUCCESS_URL } from '../testing/stripe-stack.ts';
import { useStripeStack } from '../testing/use-stripe-stack.ts';

const stack = useStripeStack();
const { types } = stack;
let stripe: Stripe;
beforeAll(() => {
  ({ stripe } = stack);
});

async function pay(card = '4242424242424242') {
  const price = await makePrice(stripe, 2499, { recurring: undefined });
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: SUCCESS_URL,
    customer_email: 'ada@example.com',
  });
  await pressPay(session, { card });
  return (await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })).payment_intent as Stripe.PaymentIntent;
}

describe('a refund', () => {
  it('in parts ends at the paid amount, and never above', async () => {
    const intent = await pay();
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 1000,
      reason: 'requested_by_customer',
      metadata: { order_id: 'o' },
    });
    expect(part).toMatchObject({ status: 'succeeded', amount: 1000, payment_intent: intent.id, metadata: { order_id: 'o' } });
    const charge = intent.latest_charge as string;
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1000, refunded: false });
    await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 1500 })).rejects.toThrow('greater than unrefunded amount');
    expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 1499 });
    expect(await stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
      refunded: true,
      refunds: { data: [{ amount: 1000 }, { amount: 1499 }] },
    });
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    await stack.delivered();
    expect(types().filter((type) => type === 'charge.refunded')).toHaveLength(2);
  });

  it('can fail later', async () => {
    const intent = await pay();
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    await stack.control('POST', 'refund', { refund: refund.id, status: 'failed' });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect(await stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({ amount_refunded: 0, refunded: false });
    await stack.delivered();
    expect(types()).toContain('refund.failed');
  });

  it('of a subscription goes by invoice, its payments and cancel without proration', async () => {
    const price = await makePrice(stripe, 3000);
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const session = await subscribeTo(stripe, price, customer.id);
    await pressPay(session);
    const { invoice, subscription } = await stripe.checkout.sessions.retrieve(session.id);
    const [payment] = (await stripe.invoicePayments.list({ invoice: invoice as string, status: 'paid' })).data;
    expect(await stripe.refunds.create({ payment_intent: payment?.payment.payment_intent as string })).toMatchObject({ amount: 3000 });
    expect(await stripe.subscriptions.cancel(subscription as string, { prorate: false })).toMatchObject({ status: 'canceled' });
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  });
});

describe('a dispute', () => {
  it('of the disputed card comes with the payment; it can be won', async () => {
    const intent = await pay('4000 0000 0000 0259');
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 2499 });
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({ code: 'charge_disputed' });
    await stack.control('POST', 'dispute', { payment_intent: intent.id, status: 'won' });
    expect((await stripe.disputes.retrieve(dispute!.id)).status).toBe('won');
    await stack.delivered();
    expect(types().filter((type) => type.startsWith('charge.dispute'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });

  it('is answered with evidence on its own page, by which it is won, or accepted there', async () => {
    const intents = [await pay('4000 0000 0000 0259'), await pay('4000 0000 0000 0259')];
    const disputes = await Promise.all(intents.map(async ({ id }) => (await stripe.disputes.list({ payment_intent: id })).data[0]!));
    const press = async (id: string, fields: Record<string, string>) => {
      const address = `${stack.sandbox.url}/disputes/${id}`;
      return (await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })).text();
    };
    expect(await (await fetch(`${stack.sandbox.url}/disputes/${disputes[0]!.id}`)).text()).toMatch(/\$24\.99[^]+Evidence is taken until/);
    expect(await press(disputes[0]!.id, { action: 'submit', evidence: ' ' })).toContain('Say what shows');
    expect(await press(disputes[0]!.id, { action: 'submit', evidence: 'It was read.' })).toContain('The dispute is won.');
    expect(await press(disputes[1]!.id, { action: 'accept' })).toContain('The dispute is lost.');
    // a closed dispute stays closed
    expect(await press(disputes[1]!.id, { action: 'submit', evidence: 'It was read.' })).toContain('The dispute is lost.');
    expect(await stripe.disputes.retrieve(disputes[0]!.id)).toMatchObject({
      status: 'won',
      evidence: { uncategorized_text: 'It was read.' },
      evidence_details: { has_evidence: true, submission_count: 1 },
    });
    expect((await fetch(`${stack.sandbox.url}/disputes/du_none`)).status).toBe(404);
  });

  it('can be opened on any charge, and lost', async () => {
    const intent = await pay();
    const { dispute } = await stack.control('POST', 'dispute', { charge: intent.latest_charge, status: 'created' });
    await stack.control('POST', 'dispute', { charge: intent.latest_charge, status: 'lost' });
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('lost');
    await expect(stack.control('POST', 'dispute', { charge: intent.latest_charge, status: 'won' })).rejects.toThrow('is closed');
  });
});
