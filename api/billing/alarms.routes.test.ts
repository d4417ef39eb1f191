import { beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { ensurePrice } from '#domain/billing/catalogue/price.commands.ts';
import { raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { MOST_ATTEMPTS, processEvents } from '#domain/billing/events/stripe-event.commands.ts';
import { proveLedger } from '#domain/billing/ledger/prove-ledger.command.ts';
import { database } from '#domain/platform/database.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { buyer, dispute } = useBuyers(billing);
const PATH = '/api/operator/billing-alarms';
let operator: Person;

beforeAll(async () => {
  operator = await billing.givenPerson('operator@example.com', { tokens: 0, roles: ['learner', 'operator'] });
});

const list = async (query = '') => (await billing.as(operator).get(`${PATH}${query}`)).json;
const acknowledge = (alarmId: string, person = operator) => billing.as(person).post(`${PATH}/${alarmId}/acknowledge`, undefined);
const kinds = async (subject: string) => billing.knex()('billing_alarm').where({ subject }).pluck('kind');

describe('an alarm for operators', () => {
  it('is shown to operators with the account concerned until one acknowledges it; that is audited, and reported once', async () => {
    const { person, payment } = await buyer(100);
    await dispute(payment, 'created');
    const [alarm] = (await list()).alarms;
    expect(alarm).toMatchObject({
      kind: 'payment.disputed',
      subject: `payment:${payment}`,
      account: { user_id: person.userId, email: person.email },
      detail: { amount_cents: 999, dispute: expect.stringMatching(/^d[pu]_/) },
      acknowledged_at: null,
      acknowledged_by: null,
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => acknowledge(alarm.alarm_id)));
    for (const { status, json } of answers)
      expect([status, json.alarm.acknowledged_by, json.alarm.acknowledged_at]).toEqual([200, 'operator@example.com', expect.any(String)]);
    expect((await list()).alarms).toEqual([]);
    expect((await list('?state=acknowledged')).alarms).toMatchObject([{ alarm_id: alarm.alarm_id }]);
    const audited = await billing.knex()('audit_entry').where({ action: 'alarm.acknowledge' });
    expect(audited).toMatchObject([
      { actor: `account:${operator.userId}`, detail: { kind: 'payment.disputed', about: `payment:${payment}` } },
    ]);
    // repeated after the acknowledgement: still the same alarm
    await billing.knex()('billing_dispute').where({ payment_id: payment }).update({ status: 'needs_response_again' });
    await billing.knex()('stripe_event').where({ type: 'charge.dispute.created' }).update({ state: 'pending' });
    await billing.work();
    expect((await list()).alarms).toEqual([]);
  });

  it('G27 can be seen and resolved by operators only', async () => {
    const person = await billing.someone();
    expect((await billing.as(person).get(PATH)).json.code).toBe('access.denied');
    const [id] = await billing.knex()('billing_alarm').pluck('id');
    expect((await acknowledge(id!, person)).json.code).toBe('access.denied');
    for (const wrong of [uuidv7(), 'nonsense']) expect((await acknowledge(wrong)).status).toBe(404);
  });

  it('comes a page at a time, newest first, also when several are raised at the same moment', async () => {
    const at = new Date();
    const before = (await list('?limit=100')).alarms.length;
    for (let n = 0; n < 5; n += 1) await raiseAlarm(database(), { kind: 'event.dead', occasion: `page-${n}`, subject: `event:page-${n}` });
    await billing.knex()('billing_alarm').whereLike('subject', 'event:page-%').update({ at });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.alarms.map(({ subject }: { subject: string }) => subject));
      cursor = page.next_cursor;
    }
    expect(seen.filter((subject) => subject.startsWith('event:page-')).toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `event:page-${n}`));
    expect(seen).toHaveLength(before + 5);
    expect((await billing.as(operator).get(`${PATH}?cursor=nonsense`)).status).toBe(400);
    for (const query of ['?state=both', '?limit=0', '?limit=1000'])
      expect((await billing.as(operator).get(`${PATH}${query}`)).status).toBe(400);
  });
});

describe('raised, once each, by', () => {
  it('an order that needs review', async () => {
    const person = await billing.someone();
    const { session_id, order_id } = await billing.checkout(person, 100);
    await billing.pay(session_id);
    await billing.control('POST', 'session', { id: session_id, amount_total: 1 });
    await billing.settle();
    await billing.status(person, session_id);
    expect(await kinds(`order:${order_id}`)).toEqual(['order.review']);
  });

  it('an event that is abandoned', async () => {
    const event = { event_id: 'evt_orphan', type: 'charge.dispute.created', object_id: 'dp_nobodys', created: new Date() };
    await billing
      .knex()('stripe_event')
      .insert({ ...event, attempts: MOST_ATTEMPTS - 1 });
    await billing.work();
    expect(await kinds('event:evt_orphan')).toEqual(['event.dead']);
    expect(await billing.knex()('stripe_event').where({ event_id: 'evt_orphan' }).first('state')).toEqual({ state: 'dead' });
  });

  it('is not raised by an outage of Stripe of any length: its events are retried, and handled after the outage', async () => {
    const { person, payment } = await buyer(100);
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await dispute(payment, 'created');
    const [created] = (await billing.events({ type: 'charge.dispute.created' })).slice(-1);
    const event = { event_id: created!.id, type: created!.type, object_id: created!.object, created: new Date() };
    await billing
      .knex()('stripe_event')
      .insert({ ...event, attempts: MOST_ATTEMPTS - 1 });
    await billing.breakStripe('500');
    for (let round = 0; round < 5; round += 1) {
      await billing.knex()('stripe_event').where({ event_id: created!.id }).update({ next_at: new Date() });
      await processEvents();
      expect(await billing.knex()('stripe_event').where({ event_id: created!.id }).first('state')).toEqual({ state: 'pending' });
    }
    expect(await kinds(`event:${created!.id}`)).toEqual([]);
    await billing.breakStripe(null);
    await billing.work();
    expect(await billing.knex()('billing_alarm').where({ account_id: person.userId }).pluck('kind')).toEqual(['payment.disputed']);
  });

  it('a subscription of one of our customers that we did not sell', async () => {
    const { person } = await buyer(100);
    const { stripe_customer_id: customer } = (await billing.knex()('billing_customer').where({ account_id: person.userId }).first())!;
    const page = await stripe().checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: await ensurePrice('basic_monthly'), quantity: 1 }],
      success_url: `${billing.origin}/`,
      cancel_url: `${billing.origin}/`,
    });
    await billing.pay(page.id);
    await billing.settle();
    const { subscription } = await stripe().checkout.sessions.retrieve(page.id);
    expect(await kinds(`subscription:${subscription}`)).toEqual(['subscription.unknown']);
  });

  it('a ledger that does not add up: once a day', async () => {
    expect(await proveLedger()).toBe(0);
    await billing.knex().raw(`update ledger_account set balance = balance + 1 where kind = 'issued' and balance < 0`);
    await proveLedger();
    await proveLedger();
    expect(new Set(await kinds('ledger:tokens'))).toEqual(new Set(['ledger.broken']));
    const causes = await billing.knex()('billing_alarm').where({ subject: 'ledger:tokens' }).pluck('cause');
    expect(new Set(causes).size).toBe(causes.length);
  });
});
