import { beforeAll, describe, expect, it } from 'vitest';
import { ALARM_KINDS, ALARMS, actsOf, ruleOfAlarm, type AlarmAct } from '#contract/billing/alarms.contract.ts';
import { matchAlarms, raiseAlarm } from '#domain/billing/alarms/alarm.commands.ts';
import { MOST_ATTEMPTS } from '#domain/billing/events/stripe-event.commands.ts';
import { findLedgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import type { MailKind } from '#domain/mail/mail-kinds.ts';
import { readConsoleState } from '#domain/operator/console/console.queries.ts';
import { readSamples } from '#domain/operator/overview/overview.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { buyer, dispute, orderStatus } = useBuyers(billing);
const PATH = '/api/operator/billing-alarms';
let operator: Person;

beforeAll(async () => {
  operator = await billing.givenPerson('operator@example.com', { tokens: 0, roles: ['learner', 'operator'] });
});

const open = async () => (await billing.as(operator).get(`${PATH}?limit=100`)).json.alarms;
const alarmOf = async (person: Person) =>
  (await open()).find(({ account }: { account: { user_id: string } | null }) => account?.user_id === person.userId);
const act = (alarmId: string, what: AlarmAct, person = operator) => billing.as(person).post(`${PATH}/${alarmId}/acts`, { act: what });
const alertsOf = (alarmId: string) => billing.knex()('operator_alert').where({ alarm_id: alarmId });
const mailsTo = (person: Person, kind: MailKind) => billing.knex()('outgoing_mail').where({ account_id: person.userId, kind });

/** Buys 100 tokens for 9.99, for which Stripe reports a payment of only 1.00. */
async function paidTooLittle() {
  const person = await billing.someone();
  const { session_id: page, order_id: order } = await billing.checkout(person, 100);
  await billing.control('PUT', 'delivery', { mode: 'hold' });
  await billing.pay(page);
  await billing.control('POST', 'session', { id: page, amount_total: 100 });
  await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
  await billing.settle();
  await billing.status(person, page);
  return { person, page, order, alarm: await alarmOf(person) };
}

describe('every alarm', () => {
  it.each(ALARM_KINDS)('%s is an alert of its own: counted, mailed once to each operator, and closed with the alarm', async (kind) => {
    const before = await readConsoleState();
    const occasion = `walk-${kind}`;
    const dueAt = ALARMS[kind].deadline === 'the bank' ? new Date('2031-12-06T23:59:59Z') : null;
    for (let time = 0; time < 2; time += 1) await raiseAlarm(database(), { kind, occasion, subject: `walk:${kind}`, dueAt });
    const { id } = (await billing
      .knex()('billing_alarm')
      .where({ cause: `${kind}:${occasion}` })
      .first())!;
    const alerts = await alertsOf(id);
    expect(alerts).toMatchObject([{ rule: ruleOfAlarm(kind), subject: occasion, ended_at: null, due_at: dueAt }]);
    const now = await readConsoleState();
    expect([now.alerts.open - before.alerts.open, now.payments - before.payments]).toEqual([1, 1]);
    const [mail] = await mailsTo(operator, 'operator-alert').where({ cause: `operator-alert:${alerts[0]!.id}:${operator.userId}` });
    expect(mail!.data).toMatchObject({
      summary: ALARMS[kind].summary,
      link: '/operator/payments',
      ...(dueAt && { due_at: dueAt.toISOString() }),
    });
    const rules = (await billing.as(operator).get('/api/operator/alerts')).json;
    expect(rules.rules.map(({ name }: { name: string }) => name)).toContain(ruleOfAlarm(kind));
    expect(rules.alerts.find((one: { id: string }) => one.id === alerts[0]!.id)).toMatchObject({ due_at: dueAt?.toISOString() ?? null });
    const counted = (await readSamples()).find(({ metric, labels }) => metric === 'coursewright_payment_alarms' && labels['kind'] === kind);
    expect(counted!.value).toBeGreaterThan(0);
    await billing.as(operator).post(`${PATH}/${id}/acknowledge`, undefined);
    expect((await alertsOf(id))[0]!.ended_at).not.toBeNull();
  });

  it.each(ALARM_KINDS)('%s has an act, or says why there is none', (kind) => {
    const { acts, deadline, buyer: toBuyer, seller } = ALARMS[kind];
    const reasons = [acts, deadline, toBuyer, seller].flatMap((cell) =>
      typeof cell === 'object' && !Array.isArray(cell) ? Object.values(cell) : [],
    );
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].+[.]$/);
    expect(actsOf(kind).length > 0 || 'because' in acts).toBe(true);
  });

  it('that an older release raised or closed gets its alert, or loses it, at the next check', async () => {
    const [{ id }] = (await billing
      .knex()('billing_alarm')
      .insert({ id: crypto.randomUUID(), kind: 'refund.late', cause: 'refund.late:older', subject: 'payment:older' })
      .returning('id')) as [{ id: string }];
    expect(await transact(matchAlarms)).toMatchObject({ opened: 1 });
    expect(await alertsOf(id)).toHaveLength(1);
    await billing.knex()('billing_alarm').where({ id }).update({ acknowledged_at: new Date() });
    expect(await transact(matchAlarms)).toEqual({ opened: 0, ended: 1 });
    expect(await transact(matchAlarms)).toEqual({ opened: 0, ended: 0 });
  });

  it('with a deadline come before those without, the earliest first', async () => {
    const day = (n: number) => new Date(Date.UTC(2031, 0, n));
    for (const n of [20, 3, 11])
      await raiseAlarm(database(), { kind: 'payment.disputed', occasion: `day-${n}`, subject: `walk:day-${n}`, dueAt: day(n) });
    await raiseAlarm(database(), { kind: 'refund.late', occasion: 'newest', subject: 'walk:newest' });
    const mine = ['walk:day-3', 'walk:day-11', 'walk:day-20', 'walk:newest'];
    const subjects = (await open()).map(({ subject }: { subject: string }) => subject);
    expect(subjects.filter((subject: string) => mine.includes(subject))).toEqual(mine);
    const alerts = (await billing.as(operator).get('/api/operator/alerts')).json.alerts.map(({ subject }: { subject: string }) => subject);
    expect(alerts.slice(0, 3)).toEqual(['day-3', 'day-11', 'day-20']);
    for (const subject of mine) await billing.knex()('billing_alarm').where({ subject }).update({ acknowledged_at: new Date() });
    await transact(matchAlarms);
  });
});

describe('an order that was paid with a different amount', () => {
  it('keeps the received money, and its buyer is told the amount once, also by email', async () => {
    const { person, page, order, alarm } = await paidTooLittle();
    expect(await billing.status(person, page)).toMatchObject({ payment_status: 'review', due_cents: 999, received_cents: 100 });
    expect(alarm).toMatchObject({ kind: 'order.review', acts: ['refund', 'accept'], payment: { amount_cents: 100, left_cents: 100 } });
    for (const { id } of await billing.events({ type: 'checkout.session.completed' })) {
      await billing.knex()('stripe_event').where({ event_id: id }).update({ state: 'pending' });
      await billing.work();
    }
    expect(await billing.knex()('billing_payment').where({ order_id: order })).toMatchObject([{ amount_cents: 100, status: 'paid' }]);
    expect((await mailsTo(person, 'payment-review')).map(({ data }) => data)).toMatchObject([{ amount_cents: 999, received_cents: 100 }]);
    expect(await billing.knex()('notification').where({ account_id: person.userId }).pluck('kind')).toEqual(['payment.review']);
    expect((await billing.invoicesOf(person))[0]).toMatchObject({ status: 'review', amount_cents: 100 });
    expect((await billing.holdings(person)).lots).toBe(0);
  });

  it('is refunded with one press, once, and the alarm and its alert are closed', async () => {
    const { person, page, order, alarm } = await paidTooLittle();
    const answers = await Promise.all([1, 2, 3].map(() => act(alarm.alarm_id, 'refund')));
    expect(answers.map(({ status, json }) => [status, json.alarm?.act])).toEqual(Array.from({ length: 3 }, () => [200, 'refund']));
    await billing.settle();
    expect(await billing.knex()('refund').where({ account_id: person.userId })).toMatchObject([{ amount_cents: 100, status: 'succeeded' }]);
    expect(await orderStatus(order)).toBe('review');
    expect(await billing.status(person, page)).toMatchObject({ payment_status: 'refunded', received_cents: 100 });
    expect((await alertsOf(alarm.alarm_id))[0]!.ended_at).not.toBeNull();
    expect((await act(alarm.alarm_id, 'accept')).json.code).toBe('alarm.not_now');
    // a late event about its page grants nothing
    for (const { id } of await billing.events({ type: 'checkout.session.completed' }))
      await billing.knex()('stripe_event').where({ event_id: id }).update({ state: 'pending' });
    await billing.work();
    expect(await orderStatus(order)).toBe('review');
    expect((await billing.holdings(person)).lots).toBe(0);
    expect(await findLedgerFaults(database())).toEqual([]);
  });

  it('is accepted with one press: the tokens are credited once, at the price that was paid, which a refund returns', async () => {
    const { person, page, order, alarm } = await paidTooLittle();
    const answers = await Promise.all([act(alarm.alarm_id, 'accept'), act(alarm.alarm_id, 'accept')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await billing.settle();
    expect(await billing.status(person, page)).toMatchObject({ payment_status: 'paid', tokens: 100 });
    expect(await billing.knex()('billing_order').where({ id: order }).first()).toMatchObject({
      status: 'fulfilled',
      amount_cents: 100,
      detail: { asked_cents: 999 },
    });
    expect((await billing.holdings(person)).lots).toBe(1);
    expect((await mailsTo(person, 'receipt')).map(({ data }) => data)).toMatchObject([{ amount_cents: 100, tokens: 10_000 }]);
    expect(await billing.knex()('audit_entry').where({ action: 'alarm.accept' })).toMatchObject([{ actor: `account:${operator.userId}` }]);
    const [{ id }] = await billing.invoicesOf(person);
    expect((await billing.as(person).post(`/api/subscription/invoices/${id}/refund`)).json.given).toMatchObject({ amount_cents: 100 });
    expect(await findLedgerFaults(database())).toEqual([]);
  });

  it('can be acted on by operators only, and only in ways that fit the alarm', async () => {
    const { person, alarm } = await paidTooLittle();
    expect((await act(alarm.alarm_id, 'refund', person)).json.code).toBe('access.denied');
    expect((await act(alarm.alarm_id, 'retry')).json.code).toBe('alarm.not_now');
    expect((await act(crypto.randomUUID(), 'refund')).status).toBe(404);
  });
});

describe('a dispute', () => {
  it('has the bank’s deadline in alarm, alert and email, and follows the bank when it moves', async () => {
    const { person, payment } = await buyer(100);
    await dispute(payment, 'created');
    const { stripe_dispute_id: id, evidence_due_at: day } = (await billing
      .knex()('billing_dispute')
      .where({ payment_id: payment })
      .first())!;
    expect(day!.getTime()).toBeGreaterThan(Date.now());
    const alarm = await alarmOf(person);
    expect(alarm).toMatchObject({ kind: 'payment.disputed', due_at: day!.toISOString(), acts: [], detail: { dispute: id } });
    const earlier = new Date(day!.getTime() - 86_400_000);
    await billing.knex()('billing_dispute').where({ payment_id: payment }).update({ evidence_due_at: earlier });
    await billing.knex()('billing_alarm').where({ id: alarm.alarm_id }).update({ due_at: earlier });
    const [event] = (await billing.events({ type: 'charge.dispute.created' })).slice(-1);
    await billing.knex()('stripe_event').where({ event_id: event!.id }).update({ state: 'pending' });
    await billing.work();
    expect((await alarmOf(person)).due_at).toBe(day!.toISOString());
    expect((await alertsOf(alarm.alarm_id)).map(({ due_at: due }) => due?.toISOString())).toEqual([day!.toISOString()]);
    await dispute(payment, 'won');
    expect((await alertsOf(alarm.alarm_id))[0]!.ended_at).not.toBeNull();
  });
});

describe('an event that was abandoned', () => {
  it('is processed again with one press; abandoned again, it is another alarm', async () => {
    const event = { event_id: 'evt_again', type: 'charge.dispute.created', object_id: 'dp_nobodys', created: new Date() };
    await billing
      .knex()('stripe_event')
      .insert({ ...event, attempts: MOST_ATTEMPTS - 1 });
    await billing.work();
    const find = async () => (await open()).find(({ subject }: { subject: string }) => subject === 'event:evt_again');
    const first = await find();
    expect(first).toMatchObject({ kind: 'event.dead', acts: ['retry'] });
    expect((await act(first.alarm_id, 'retry')).status).toBe(200);
    expect(await billing.knex()('stripe_event').where({ event_id: 'evt_again' }).first('state')).toEqual({ state: 'pending' });
    expect(await find()).toBeUndefined();
    await billing
      .knex()('stripe_event')
      .where({ event_id: 'evt_again' })
      .update({ attempts: MOST_ATTEMPTS - 1 });
    await billing.work();
    expect((await find()).alarm_id).not.toBe(first.alarm_id);
  });
});
