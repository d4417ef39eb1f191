import { describe, expect, it } from 'vitest';
import { executeRefund, refundOrder } from '#domain/billing/refunds/refund.commands.ts';
import { raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { refundPart } from '#domain/billing/refunds/refund-payment.command.ts';
import { settleRefund } from '#domain/billing/refunds/settle-refund.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();

const { buy, buyer, refund, stateOf, lot, orderStatus, ofPlan, hold, alarmsOf } = useBuyers(billing);

/** Backdates the payment, to the second; the sandbox's clock is not involved. */
const paidAgo = (payment: string, days: number, seconds: number) =>
  billing
    .knex()('billing_payment')
    .where({ id: payment })
    .update({ paid_at: billing.knex().raw(`now() - ? * interval '1 day' - ? * interval '1 second'`, [days, seconds]) });

describe('PLAN-26 a payment is refunded', () => {
  it('on day 14, in full; its unspent tokens are removed, an email says so, and repeating it is 409', async () => {
    const { person, payment, order } = await buyer(300);
    await paidAgo(payment, 14, -3);
    expect(await refund(person, payment)).toMatchObject({ status: 200, json: { status: 'refunded', refundable: false } });
    expect(await lot(order)).toMatchObject({ remaining: 0, dead: 33_000 });
    expect(await orderStatus(order)).toBe('refunded');
    await billing.settle();
    expect(await refund(person, payment)).toMatchObject({ status: 409, json: { code: 'refund.done' } });
    expect((await billing.holdings(person)).mails).toEqual(['receipt', 'refund']);
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 2499 });
    const { data } = await stripe().refunds.list({ limit: 1 });
    expect(data[0]).toMatchObject({ amount: 2499, status: 'succeeded' });
  });

  it('of a plan one second after day 14 is refused, and the screen does not offer it', async () => {
    const { person, payment } = await buyer('basic_monthly');
    await paidAgo(payment, 14, 1);
    expect((await billing.as(person).get('/api/subscription/invoices')).json.invoices[0].refundable).toBe(false);
    expect(await refund(person, payment)).toMatchObject({ status: 409, json: { code: 'refund.too_late' } });
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 0 });
  });

  it('that Stripe rejects leaves the plan running and alerts an operator', async () => {
    const { person, payment } = await buyer('basic_monthly');
    const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await billing.control('POST', 'dispute', { payment_intent: intent, status: 'created' });
    expect((await refund(person, payment)).status).toBe(503);
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', plan: 'basic_monthly', monthly: 250 });
    expect(await alarmsOf(person)).toEqual(['refund.failed']);
    const { stripe_subscription_id: id } = (await billing.knex()('subscription').where({ account_id: person.userId }).first())!;
    expect((await stripe().subscriptions.retrieve(id!)).status).toBe('active');
  });

  it('of an upgraded plan that Stripe rejects: the upgrade is not refunded alone, not even later, and the plan continues', async () => {
    const { person, payment } = await buyer('standard_monthly');
    await billing.as(person).post('/api/subscription/change', { package_id: 'premium_monthly' });
    await billing.settle();
    const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await billing.control('POST', 'dispute', { payment_intent: intent, status: 'created' });
    expect((await refund(person, payment)).status).toBe(503);
    await reconcileBilling();
    expect(await billing.knex()('refund').where({ account_id: person.userId }).pluck('status')).toEqual(['failed', 'failed']);
    expect(await billing.holdings(person)).toMatchObject({ status: 'active', plan: 'premium_monthly', monthly: 1400 });
    expect(await alarmsOf(person)).toEqual(['refund.failed']);
  });

  it('of an upgraded plan whose request crashed at once: the reconciler refunds both payments, in any order', async () => {
    const { person, payment } = await buyer('standard_monthly');
    await billing.as(person).post('/api/subscription/change', { package_id: 'premium_monthly' });
    await billing.settle();
    await billing.breakStripe('cut');
    expect((await refund(person, payment)).status).toBe(503);
    await billing.breakStripe(null);
    const raise = await billing
      .knex()('refund')
      .join('billing_payment as p', 'p.id', 'payment_id')
      .where({ 'p.reason': 'subscription_update', 'refund.account_id': person.userId })
      .first('refund.id');
    await executeRefund(raise.id);
    await reconcileBilling();
    await billing.settle();
    expect(await billing.knex()('refund').where({ account_id: person.userId }).pluck('status')).toEqual(['succeeded', 'succeeded']);
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
  });

  it('requested by an owner deleted before Stripe answers: the plan ends with the refund, whichever event reports it', async () => {
    const { person, payment } = await buyer('basic_monthly');
    const { id: subscription } = await stripe()
      .subscriptions.list({ limit: 1 })
      .then(({ data }) => data[0]!);
    // the process crashed after Stripe had accepted the refund: only its event arrives
    const { stripe_payment_intent_id: intent, account_id } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    const id = crypto.randomUUID();
    const row = { id, payment_id: payment, account_id, amount_cents: 1500, requested_by: 'self', reason: 'within 14 days' };
    await billing.knex()('refund').insert(row);
    await stripe().refunds.create({ payment_intent: intent!, amount: 1500, metadata: { refund_id: id } });
    await billing.settle();
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
    expect((await stripe().subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 1500 });
  });

  it('of a plan that fails later: the plan stays ended, the tokens are restored, and the failure is recorded and alerted', async () => {
    const { person, payment } = await buyer('basic_monthly');
    expect((await refund(person, payment)).status).toBe(200);
    const { stripe_refund_id } = (await billing.knex()('refund').where({ payment_id: payment }).first())!;
    await billing.control('POST', 'refund', { refund: stripe_refund_id, status: 'failed' });
    await billing.settle();
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', purchased: 250 });
    expect((await billing.holdings(person)).mails).toEqual(['receipt', 'refund', 'refund-failed']);
    expect((await billing.as(person).get('/api/subscription/invoices')).json.invoices[0]).toMatchObject({ status: 'refund_failed' });
    expect(await alarmsOf(person)).toEqual(['refund.failed']);
    // refunded by another route: the same invoice must show it
    await refundPart({ paymentId: payment, amountCents: 1500, actor: 'account:operator' });
    expect((await billing.as(person).get('/api/subscription/invoices')).json.invoices[0]).toMatchObject({ status: 'refunded' });
  });

  it('requested ten times concurrently is executed once', async () => {
    const { person, payment } = await buyer(300);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(person, payment)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await billing.knex()('refund').where({ payment_id: payment })).toHaveLength(1);
  });

  it('requested by its owner, by an operator, at Stripe and by every event again, all at once, happens once and never exceeds the payment', async () => {
    const { person, payment, order } = await buyer(300);
    const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    await Promise.allSettled([
      ...[1, 2, 3].map(() => refund(person, payment)),
      ...[1, 2, 3].map(() => refundPart({ paymentId: payment, amountCents: 833, actor: 'account:operator' })),
      ...[1, 2].map(() => refundOrder({ orderId: order, reason: 'again' })),
      stripe().refunds.create({ payment_intent: intent! }),
      billing.work(),
      billing.work(),
    ]);
    await billing.settle();
    await billing.knex()('stripe_event').update({ state: 'pending' });
    await Promise.allSettled([billing.work(), billing.work(), reconcileBilling()]);
    await billing.settle();
    const { data } = await stripe().refunds.list({ payment_intent: intent!, limit: 100 });
    const given = data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
    expect(given).toBeLessThanOrEqual(2499);
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: given });
    expect((await lot(order))!.remaining).toBeGreaterThanOrEqual(0);
    expect((await lot(order))!.dead).toBeLessThanOrEqual(33_000);
  });

  it('in full at Stripe and by an operator at the same moment, with each event three times at once, takes the money and the tokens once', async () => {
    const { payment, order } = await buyer(300);
    const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    await Promise.allSettled([
      stripe().refunds.create({ payment_intent: intent! }),
      refundPart({ paymentId: payment, amountCents: 2499, actor: 'account:operator' }),
      refundOrder({ orderId: order, reason: 'again' }),
    ]);
    await billing.settle();
    await billing.knex()('stripe_event').update({ state: 'pending' });
    await Promise.allSettled([billing.work(), billing.work(), billing.work()]);
    await billing.settle();
    const { data } = await stripe().refunds.list({ payment_intent: intent!, limit: 100 });
    expect(data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0)).toBe(2499);
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 2499 });
    expect(await lot(order)).toMatchObject({ remaining: 0, dead: 33_000, frozen: 0, held: 0 });
  });

  it('once in twelve months; another user’s payment is 404', async () => {
    const { person, payment } = await buyer(300);
    const second = await buy(person, 100);
    await refund(person, payment);
    expect(await refund(person, second.payment)).toMatchObject({ status: 409, json: { code: 'refund.used' } });
    await billing
      .knex()('refund')
      .where({ account_id: person.userId })
      .update({ created_at: billing.knex().raw(`now() - interval '12 months 1 second'`) });
    expect((await refund(person, second.payment)).status).toBe(200);
    const other = await buyer(100);
    expect(await refund(person, other.payment)).toMatchObject({ status: 404 });
    expect(await refund(person, 'in_1')).toMatchObject({ status: 404 });
  });

  it('for a plan: its upgrade payments are refunded too, and the plan and its tokens end at once', async () => {
    const { person, payment } = await buyer('standard_monthly');
    await billing.as(person).post('/api/subscription/change', { package_id: 'premium_monthly' });
    await billing.settle();
    expect((await billing.holdings(person)).monthly).toBe(1400);
    expect((await refund(person, payment)).status).toBe(200);
    await billing.settle();
    const payments = await billing.knex()('billing_payment').where({ account_id: person.userId });
    expect(payments.every((one: any) => one.refunded_cents === one.amount_cents)).toBe(true);
    expect(payments).toHaveLength(2);
    expect(await billing.holdings(person)).toMatchObject({ status: 'free', plan: null });
    const lots = await billing.knex()('token_lot').where({ owner_id: person.userId, source: 'monthly' }).whereNotNull('subscription_id');
    expect(lots.reduce((sum: number, one: any) => sum + one.remaining, 0)).toBe(0);
  });

  it('tokens reserved by running work do not go below zero', async () => {
    const { person, payment, order } = await buyer(100);
    await hold(person, 80);
    // the owner must wait for the running work; an operator need not
    expect(await refund(person, payment)).toMatchObject({ status: 409, json: { code: 'refund.work_under_way' } });
    await refundPart({ paymentId: payment, amountCents: 999, actor: 'account:operator' });
    const found = await lot(order);
    expect(found!.remaining).toBe(0);
    expect(found!.dead + found!.held).toBe(10_000);
    expect((await billing.holdings(person)).balance).toBeGreaterThanOrEqual(0);
  });

  it('whose response is lost half-way is completed by the reconciler, and the money is returned once', async () => {
    const { person, payment } = await buyer(700);
    await billing.breakStripe('cut');
    expect((await refund(person, payment)).status).toBe(503);
    await billing.breakStripe(null);
    const { id } = (await billing.knex()('refund').where({ payment_id: payment }).first('id'))!;
    await Promise.all([executeRefund(id), reconcileBilling(), reconcileBilling()]);
    await billing.settle();
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 4999 });
    const { data } = await stripe().refunds.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata?.refund_id === id)).toHaveLength(1);
  });
});

describe('a refund with a complication', () => {
  const written = async (payment: string, more: object = {}) => {
    const id = crypto.randomUUID();
    const { account_id } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    const row = { id, payment_id: payment, account_id, amount_cents: 100, requested_by: 'operator', reason: 'a test' };
    await billing
      .knex()('refund')
      .insert({ ...row, ...more });
    return id;
  };
  const statusOf = async (id: string) => (await billing.knex()('refund').where({ id }).first('status'))!.status;

  it('that keeps failing raises one alarm after a day and delays no other; a late success clears the alarm', async () => {
    const { payment } = await buyer('creator_pro_monthly');
    const day = new Date(Date.now() - 25 * 3_600_000);
    const stuck: string[] = [];
    for (let one = 0; one < 51; one += 1) stuck.push(await written(payment, { created_at: day }));
    const last = await buyer(100);
    const waiting = await written(last.payment);
    const { refunds } = stripe();
    const real = refunds.create.bind(refunds);
    refunds.create = async (...call: Parameters<typeof real>) => {
      if ((call[0]!.metadata as { refund_id: string }).refund_id !== waiting) throw new Error('a key that may not');
      return real(...call);
    };
    refunds.list = (async () => ({ object: 'list', data: [] })) as never;
    for (let look = 0; look < 3; look += 1) await reconcileBilling();
    billing.setPayments({});
    await billing.settle();
    expect(await statusOf(waiting)).toBe('succeeded');
    const late = () => billing.knex()('billing_alarm').where({ kind: 'refund.late' });
    expect(await late()).toHaveLength(51);
    expect(await late().whereNotNull('acknowledged_at')).toEqual([]);
    await executeRefund(stuck[0]!);
    await billing.settle();
    expect(await late().whereNotNull('acknowledged_at')).toMatchObject([{ acknowledged_by: null, subject: `payment:${payment}` }]);
    await billing.knex()('refund').whereIn('id', stuck).where({ status: 'requested' }).delete();
  });

  it('of a payment that Stripe never received is abandoned, and does not delay other users’ refunds', async () => {
    const stuck = await buyer(100);
    await billing
      .knex()('billing_payment')
      .where({ id: stuck.payment })
      .update({ stripe_payment_intent_id: null, stripe_invoice_id: 'in_none' });
    const { payment } = await buyer(100);
    const [first, second] = [await written(stuck.payment, { created_at: new Date(0) }), await written(payment)];
    const about = { subject: `payment:${stuck.payment}`, accountId: stuck.person.userId, detail: {} };
    await raiseAlarm(billing.knex(), { ...about, kind: 'refund.late', occasion: first });
    await reconcileBilling();
    expect([await statusOf(first), await statusOf(second)]).toEqual(['failed', 'succeeded']);
    // it is not retried, so nothing stays open
    const open = billing.knex()('billing_alarm').where({ account_id: stuck.person.userId, acknowledged_at: null });
    expect(await open.pluck('kind')).toEqual(['refund.failed']);
  });

  it('recorded again after Stripe has forgotten the key is found there and made once', async () => {
    const { payment } = await buyer(300);
    const id = await written(payment, { created_at: new Date(Date.now() - 2 * 86_400_000) });
    const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    await stripe().refunds.create({ payment_intent: intent!, amount: 100, metadata: { refund_id: id } });
    await reconcileBilling();
    await billing.settle();
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 100 });
    expect((await stripe().refunds.list({ payment_intent: intent! })).data).toHaveLength(1);
  });

  it('that has succeeded is not reverted by an older event', async () => {
    const { person, payment } = await buyer(100);
    await refund(person, payment);
    const row = await billing.knex()('refund').where({ payment_id: payment }).first();
    const late = await stripe().refunds.retrieve(row!.stripe_refund_id!);
    const paid = await billing.knex()('billing_payment').where({ id: payment }).first();
    await settleRefund({ ...row!, status: 'requested' }, paid!, { ...late, status: 'pending' });
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 999 });
    expect(await statusOf(row!.id)).toBe('succeeded');
  });

  it('is pending for days: its end is detected although every event was lost, by a check once an hour', async () => {
    const { person, payment } = await buyer(100);
    await refund(person, payment);
    await billing.settle();
    await billing.knex()('billing_payment').where({ id: payment }).update({ refunded_cents: 0 });
    const [row] = await billing.knex()('refund').where({ payment_id: payment }).update({ status: 'pending' }).returning('*');
    await reconcileBilling();
    await reconcileBilling();
    expect(await billing.knex()('stripe_event').where({ object_id: row!.stripe_refund_id! }).whereLike('event_id', 'asked:%')).toHaveLength(
      1,
    );
    await billing.work();
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 999 });
    expect(await statusOf(row!.id)).toBe('succeeded');
  });
});

describe('an operator', () => {
  it('refunds two months of a plan in full, one after the other, also an unopened one, and revokes their tokens each time', async () => {
    const person = await billing.someone();
    await billing.buyAtPage(person, 'basic_monthly');
    const [first] = await billing.knex()('billing_payment').where({ account_id: person.userId });
    await refundPart({ paymentId: first!.id, amountCents: 1500, actor: 'account:operator' });
    expect(await ofPlan(person)).toBe(0);
    await billing.settleAfter(32 * 86_400);
    const { id } = (await billing.knex()('billing_payment').where({ account_id: person.userId, reason: 'subscription_cycle' }).first())!;
    const next = new Date(Date.now() + 32 * 86_400_000);
    expect(await ofPlan(person, next)).toBe(250);
    await refundPart({ paymentId: id, amountCents: 1500, actor: 'account:operator' });
    expect(await ofPlan(person, next)).toBe(0);
  });

  it('refunds a payment in parts: tokens are removed in proportion, rounded in the user’s favour, and never more than was paid', async () => {
    const { person, payment, order } = await buyer(300);
    const give = (amountCents: number) => refundPart({ paymentId: payment, amountCents, actor: 'account:operator' });
    await give(833);
    expect(await lot(order)).toMatchObject({ dead: Math.floor((33_000 * 833) / 2499) });
    expect(await orderStatus(order)).toBe('partially_refunded');
    await give(833);
    expect(await lot(order)).toMatchObject({ dead: Math.floor((33_000 * 1666) / 2499) });
    await expect(give(834)).rejects.toMatchObject({ code: 'validation.failed' });
    await expect(give(0)).rejects.toMatchObject({ code: 'validation.failed' });
    await expect(give(1.5)).rejects.toMatchObject({ code: 'validation.failed' });
    await give(833);
    await billing.settle();
    expect(await lot(order)).toMatchObject({ remaining: 0, dead: 33_000 });
    expect(await orderStatus(order)).toBe('refunded');
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 2499 });
    const audits = await billing
      .knex()('audit_entry')
      .where({ subject: `payment:${payment}`, action: 'refund.request', actor: 'account:operator' });
    expect(audits).toHaveLength(3);
    expect((await billing.holdings(person)).mails).toEqual(['receipt', 'refund', 'refund', 'refund']);
  });

  it('refunds it at Stripe: the event reports it, and it counts the same', async () => {
    const { payment, order } = await buyer(100);
    const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
    await stripe().refunds.create({ payment_intent: intent! });
    await billing.settle();
    await billing.settle();
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 999 });
    expect(await lot(order)).toMatchObject({ remaining: 0, dead: 10_000 });
    expect(await billing.knex()('refund').where({ payment_id: payment })).toMatchObject([{ requested_by: 'stripe', status: 'succeeded' }]);
  });

  it('that the bank returned: the payment counts as received again and its tokens as the user’s, once; it is not retried', async () => {
    const { person, payment, order } = await buyer(100);
    await hold(person, 40);
    await refund(person, payment);
    const { stripe_refund_id } = (await billing.knex()('refund').where({ payment_id: payment }).first())!;
    await billing.control('POST', 'refund', { refund: stripe_refund_id, status: 'failed' });
    await billing.settle();
    expect(await stateOf(payment)).toMatchObject({ refunded_cents: 0 });
    expect(await billing.knex()('refund').where({ payment_id: payment }).first('status')).toEqual({ status: 'failed' });
    const [taken, back] = await Promise.all([lot(order), billing.knex()('token_lot').where({ owner_id: person.userId, source: 'admin' })]);
    expect(back).toMatchObject([{ amount: taken!.dead, expires_at: null }]);
    expect(taken!.dead).toBeGreaterThan(0);
    expect(await orderStatus(order)).toBe('fulfilled');
    await billing.knex()('stripe_event').where({ object_id: stripe_refund_id! }).update({ state: 'pending' });
    await billing.work();
    expect(await billing.knex()('token_lot').where({ owner_id: person.userId, source: 'admin' })).toHaveLength(1);
    expect((await billing.holdings(person)).mails).toEqual(['receipt', 'refund', 'refund-failed']);
    const { json } = await billing.as(person).get('/api/subscription/invoices');
    expect(json.invoices[0]).toMatchObject({ status: 'refund_failed', refundable: false });
    expect(await alarmsOf(person)).toEqual(['refund.failed']);
    expect(await refund(person, payment)).toMatchObject({ status: 409, json: { code: 'refund.not_taken' } });
  });
});
