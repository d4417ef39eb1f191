import { describe, expect, it } from 'vitest';
import { refundPart } from '#domain/billing/refunds/refund-payment.command.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { buyer, ofPlan, stateOf } = useBuyers(billing);

describe('an operator’s refund of a plan removes the tokens of the period it paid for', () => {
  it('of a running year, in full: its later months grant nothing, and the plan continues', async () => {
    const { person, payment } = await buyer('creator_pro_yearly');
    const inMonths = (n: number) => new Date(Date.now() + n * 31 * 86_400_000);
    expect(await ofPlan(person, inMonths(1))).toBeGreaterThanOrEqual(3500);
    await refundPart({ paymentId: payment, amountCents: 240_000, actor: 'account:operator' });
    expect(await ofPlan(person, inMonths(2))).toBe(0);
    expect((await billing.holdings(person)).status).toBe('active');
  });

  it('of an upgrade removes as many tokens as its money bought', async () => {
    const { person } = await buyer('standard_monthly');
    await billing.as(person).post('/api/subscription/change', { package_id: 'premium_monthly' });
    await billing.settle();
    expect(await ofPlan(person)).toBe(1400);
    const raise = await billing.knex()('billing_payment').where({ account_id: person.userId, reason: 'subscription_update' }).first();
    await refundPart({ paymentId: raise!.id, amountCents: raise!.amount_cents, actor: 'account:operator' });
    expect(await ofPlan(person)).toBe(1400 - Math.floor((140_000 * raise!.amount_cents) / 5000) / 100);
  });

  it('of an old month: that month’s remaining tokens are removed, never those of the current one', async () => {
    const { person, payment: first } = await buyer('basic_monthly');
    await billing.settleAfter(32 * DAY_S);
    const next = new Date(Date.now() + 32 * 86_400_000);
    expect(await ofPlan(person, next)).toBe(250);
    await refundPart({ paymentId: first, amountCents: 700, actor: 'account:operator' });
    expect(await ofPlan(person, next)).toBe(250);
    await refundPart({ paymentId: first, amountCents: 800, actor: 'account:operator' });
    expect(await ofPlan(person, next)).toBe(250);
    expect(await stateOf(first)).toMatchObject({ refunded_cents: 1500 });
    const { id: second } = (await billing
      .knex()('billing_payment')
      .where({ account_id: person.userId, reason: 'subscription_cycle' })
      .first())!;
    await refundPart({ paymentId: second, amountCents: 750, actor: 'account:operator' });
    expect(await ofPlan(person, next)).toBe(125);
  });
});
