import { describe, expect, it } from 'vitest';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { buyer, dispute, refund } = useBuyers(billing);

/** Creates an upgraded plan with its own payment and the upgrade's. */
async function givenRaise() {
  const { person, payment: plan } = await buyer('basic_monthly');
  await billing.as(person).post('/api/subscription/change', { package_id: 'premium_monthly' });
  await billing.settle();
  const raise = await billing.knex()('billing_payment').where({ account_id: person.userId, reason: 'subscription_update' }).first();
  const list = async () => (await billing.as(person).get('/api/subscription/invoices')).json.invoices;
  return { person, plan, raise: raise as { id: string; amount_cents: number }, list };
}

describe('the amount of a refund', () => {
  it('of an upgraded plan is shown before and in the answer: the whole sum and its parts', async () => {
    const { person, plan, raise, list } = await givenRaise();
    const whole = {
      amount_cents: 1500 + raise.amount_cents,
      parts: [
        { description: 'Basic (monthly)', amount_cents: 1500 },
        { description: 'Change to Premium (monthly)', amount_cents: raise.amount_cents },
      ],
    };
    expect(await list()).toMatchObject([
      { id: raise.id, refundable: false, refund: null },
      { id: plan, refundable: true, refund: whole },
    ]);
    const { status, json } = await refund(person, plan);
    expect([status, json.given]).toMatchObject([200, whole]);
    expect(json).toMatchObject({ status: 'refunded', refundable: false, refund: null });
  });

  it('of an upgrade alone is rejected as such, and so is a payment that was never paid', async () => {
    const { person, raise } = await givenRaise();
    const { status, json } = await refund(person, raise.id);
    expect([status, json]).toMatchObject([409, { code: 'refund.with_plan', title: 'An upgrade is refunded together with its plan' }]);
    await billing.knex()('billing_payment').where({ id: raise.id }).update({ status: 'open', paid_at: null });
    expect((await refund(person, raise.id)).json).toMatchObject({ status: 409, code: 'refund.not_paid' });
  });

  it('of one payment is that payment', async () => {
    const { person, payment } = await buyer(300);
    expect((await refund(person, payment)).json.given).toEqual({
      amount_cents: 2499,
      parts: [{ description: expect.stringMatching(/\w/), amount_cents: 2499 }],
    });
  });
});

describe('a refund that is refused', () => {
  it('during and after a dispute names the state of the dispute', async () => {
    const { person, payment } = await buyer(100);
    await dispute(payment, 'created');
    expect((await refund(person, payment)).json).toMatchObject({
      code: 'refund.disputed',
      title: 'You have disputed this payment with your bank',
    });
    await dispute(payment, 'lost');
    expect((await refund(person, payment)).json).toMatchObject({
      code: 'refund.charged_back',
      title: 'Your bank has reversed the payment',
      detail: 'The dispute over this payment was decided in your favour: your bank has already returned the money.',
    });
  });

  it('because an earlier one failed does not claim that the money was returned', async () => {
    const { person, payment } = await buyer(100);
    await refund(person, payment);
    const { stripe_refund_id } = (await billing.knex()('refund').where({ payment_id: payment }).first())!;
    await billing.control('POST', 'refund', { refund: stripe_refund_id, status: 'failed' });
    await billing.settle();
    expect((await refund(person, payment)).json).toMatchObject({ code: 'refund.not_taken', title: 'The refund did not arrive' });
  });
});
