import { describe, expect, it } from 'vitest';
import { findLedgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { refundPart } from '#domain/billing/refunds/refund-payment.command.ts';
import { database } from '#domain/platform/database.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { DAY_S, useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { invoicesOf } = billing;
const { buyer, dispute, hold, lot, orderStatus, ofPlan, refund, stateOf, alarmsOf } = useBuyers(billing);
/** Returns the open alarms about a user's payments. */
const waitingOf = async ({ userId }: Parameters<typeof ofPlan>[0]): Promise<string[]> =>
  billing.knex()('billing_alarm').where({ account_id: userId, acknowledged_at: null }).orderBy('at').pluck('kind');

/** Returns a user's notifications of disputes, by mail and in the product, in order. */
async function notificationsOf(person: Parameters<typeof ofPlan>[0]): Promise<{ mails: string[]; news: string[] }> {
  const mails = await billing.knex()('outgoing_mail').where({ account_id: person.userId, kind: 'payment-disputed' }).orderBy('id');
  const news = await billing.knex()('notification').where({ account_id: person.userId }).whereLike('kind', '%dispute%').orderBy('id');
  return {
    mails: mails.map(({ data }) => String(data['outcome'])),
    news: news.map(({ kind }: { kind: string }) => kind),
  };
}

describe('the payer of a disputed payment', () => {
  it('is told once that tokens are on hold, and once that the dispute was won', async () => {
    const { person, payment } = await buyer(100);
    await dispute(payment, 'created');
    expect(await notificationsOf(person)).toEqual({ mails: ['open'], news: ['payment.disputed'] });
    await billing.knex()('billing_dispute').where({ payment_id: payment }).update({ status: 'under_review' });
    const [event] = (await billing.events({ type: 'charge.dispute.created' })).slice(-1);
    await billing.knex()('stripe_event').where({ event_id: event!.id }).update({ state: 'pending' });
    await billing.work();
    expect((await notificationsOf(person)).mails).toEqual(['open']);
    await dispute(payment, 'won');
    expect(await notificationsOf(person)).toEqual({ mails: ['open', 'won'], news: ['payment.disputed', 'dispute.won'] });
  });

  it('is told that it was lost, even without an earlier notification', async () => {
    const { person, payment } = await buyer('basic_monthly');
    await dispute(payment, 'created');
    await dispute(payment, 'lost');
    expect(await notificationsOf(person)).toEqual({ mails: ['open', 'lost'], news: ['payment.disputed', 'dispute.lost'] });
  });
});

describe('the alarm of a dispute', () => {
  it('waits while the dispute is open, and closes itself when it is won', async () => {
    const { person, payment } = await buyer(100);
    await dispute(payment, 'created');
    expect(await waitingOf(person)).toEqual(['payment.disputed']);
    await dispute(payment, 'won');
    expect(await waitingOf(person)).toEqual([]);
    expect(await billing.knex()('billing_alarm').where({ account_id: person.userId })).toMatchObject([{ acknowledged_by: null }]);
    expect(await billing.knex()('audit_entry').where({ action: 'alarm.settle' }).orderBy('id', 'desc').first()).toMatchObject({
      actor: 'system:billing',
      detail: { kind: 'payment.disputed', about: `payment:${payment}` },
    });
  });

  it('is replaced by the alarm of a lost dispute', async () => {
    const { person, payment } = await buyer(100);
    await dispute(payment, 'created');
    await dispute(payment, 'lost');
    expect(await waitingOf(person)).toEqual(['dispute.lost']);
  });
});

describe('a dispute', () => {
  it('freezes the remaining tokens, and releases them when it is won', async () => {
    const { person, payment, order } = await buyer(100);
    await dispute(payment, 'created');
    expect(await lot(order)).toMatchObject({ remaining: 0, frozen: 10_000 });
    expect(await orderStatus(order)).toBe('disputed');
    expect((await invoicesOf(person))[0]).toMatchObject({ status: 'disputed', refundable: false });
    expect(await refund(person, payment)).toMatchObject({ status: 409 });
    await dispute(payment, 'won');
    expect(await lot(order)).toMatchObject({ remaining: 10_000, frozen: 0 });
    expect(await orderStatus(order)).toBe('fulfilled');
    expect(await alarmsOf(person)).toEqual(['payment.disputed']);
    // Stripe refunds nothing of it any more: neither is it offered, nor asked for
    expect((await invoicesOf(person))[0]).toMatchObject({
      status: 'paid',
      refundable: false,
      refusal: 'refund.was_disputed',
      refund: null,
    });
    const answer = await refund(person, payment);
    expect([answer.status, answer.json.code]).toEqual([409, 'refund.was_disputed']);
    const part = refundPart({ paymentId: payment, amountCents: 100, actor: 'script:test' });
    await expect(part).rejects.toMatchObject({ code: 'refund.was_disputed' });
    expect(await billing.knex()('refund').where({ payment_id: payment })).toEqual([]);
  });

  it('a won one of an upgrade is left out of the refund of its plan', async () => {
    const person = await billing.someone();
    await billing.buyAtPage(person, 'basic_monthly');
    await billing.call('/api/subscription/change', { method: 'POST', body: { package_id: 'premium_monthly' }, bearer: person.accessToken });
    await billing.settle();
    const paid = await billing.knex()('billing_payment').where({ account_id: person.userId }).orderBy('created_at');
    expect(paid).toHaveLength(2);
    await dispute(paid[1]!.id, 'created');
    await dispute(paid[1]!.id, 'won');
    const invoice = (await invoicesOf(person)).find(({ id }: { id: string }) => id === paid[0]!.id);
    expect(invoice.refund.parts.map((part: { amount_cents: number }) => part.amount_cents)).toEqual([paid[0]!.amount_cents]);
    expect((await refund(person, paid[0]!.id)).status).toBe(200);
  });

  it('a lost one is final: the order and the screen say so, no balance goes below zero, and a late event about its start changes nothing', async () => {
    const { person, payment, order } = await buyer(100);
    // first the free plan's 45, then 30 of the purchased tokens
    await hold(person, 75);
    await dispute(payment, 'created');
    await dispute(payment, 'lost');
    const lost = { remaining: 0, frozen: 0, dead: 7_000, held: 3_000 };
    const ended = async () => {
      expect(await lot(order)).toMatchObject(lost);
      expect(await orderStatus(order)).toBe('charged_back');
      expect(await stateOf(payment)).toMatchObject({ disputed: true });
      expect((await invoicesOf(person))[0]).toMatchObject({ status: 'charged_back', refundable: false });
      expect((await billing.holdings(person)).balance).toBe(0);
      expect(await findLedgerFaults(database())).toEqual([]);
    };
    await ended();
    for (const type of ['charge.dispute.created', 'charge.dispute.closed']) {
      const [event] = (await billing.events({ type })).slice(-1);
      await billing.knex()('stripe_event').where({ event_id: event!.id }).update({ state: 'pending' });
      await billing.work();
      await ended();
    }
    expect(await refund(person, payment)).toMatchObject({ status: 409 });
    expect(await alarmsOf(person)).toEqual(['payment.disputed', 'dispute.lost']);
  });

  it('a lost one of which only the final event is received ends in the same state', async () => {
    const { person, payment, order } = await buyer(100);
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await dispute(payment, 'created');
    await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
    await dispute(payment, 'lost');
    expect(await orderStatus(order)).toBe('charged_back');
    expect(await lot(order)).toMatchObject({ remaining: 0, dead: 10_000 });
    expect(await alarmsOf(person)).toEqual(['dispute.lost']);
  });

  it('of a later month of a plan does not change the state of the order that began the plan', async () => {
    const { person, order } = await buyer('basic_monthly');
    await billing.settleAfter(32 * DAY_S);
    const { id } = (await billing.knex()('billing_payment').where({ account_id: person.userId, reason: 'subscription_cycle' }).first())!;
    await dispute(id, 'created');
    await dispute(id, 'lost');
    expect(await orderStatus(order)).toBe('fulfilled');
    expect((await invoicesOf(person)).map(({ status }: { status: string }) => status)).toEqual(['charged_back', 'paid']);
  });

  it('of a yearly plan: tokens not yet granted are withheld while it is open, and granted when it is won', async () => {
    const person = await billing.someone();
    await billing.buyAtPage(person, 'creator_pro_yearly');
    const { id } = (await billing.knex()('billing_payment').where({ account_id: person.userId }).first())!;
    await dispute(id, 'created');
    const inMonths = (n: number) => new Date(Date.now() + n * 31 * 86_400_000);
    expect(await ofPlan(person, inMonths(0))).toBe(0);
    expect(await ofPlan(person, inMonths(1))).toBe(0);
    expect((await walletBalance(person.userId, inMonths(1))).quotas).toEqual([]);
    await dispute(id, 'won');
    expect(await ofPlan(person, inMonths(1))).toBe(3500);
  });

  it('of a plan, when lost, ends the plan and its tokens', async () => {
    const { person, payment } = await buyer('basic_monthly');
    await dispute(payment, 'created');
    expect(await billing.holdings(person)).toMatchObject({ status: 'active' });
    await dispute(payment, 'lost');
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
  });
});
