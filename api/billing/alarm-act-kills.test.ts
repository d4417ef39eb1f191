import { beforeAll, expect, it } from 'vitest';
import type { AlarmAct } from '#contract/billing/alarms.contract.ts';
import { actOnAlarm } from '#domain/billing/alarms/act-on-alarm.command.ts';
import { MOST_ATTEMPTS } from '#domain/billing/events/stripe-event.commands.ts';
import { findLedgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { database } from '#domain/platform/database.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useProcessKills } from './process-kills.factory.ts';

const { billing, buyer, killAt, stateOf } = useProcessKills();
let operator: Person;
beforeAll(async () => {
  operator = await billing.givenPerson('operator@example.com', { tokens: 0, roles: ['learner', 'operator'] });
});

interface Alarmed {
  readonly person: Person;
  readonly alarmId: string;
}

/** Buys 100 tokens on a page that Stripe reports with a different amount, or only in a different mode. */
async function paidOtherwise(how: 'amount' | 'mode'): Promise<Alarmed> {
  const person = await billing.someone();
  const { session_id: page } = await billing.checkout(person, 100);
  await billing.control('PUT', 'delivery', { mode: 'hold' });
  await billing.pay(page);
  await billing.control('POST', 'session', { id: page, ...(how === 'amount' ? { amount_total: 100 } : { mode: 'subscription' }) });
  await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
  await billing.settle();
  await billing.status(person, page);
  return { person, alarmId: await openAlarm({ account_id: person.userId, kind: 'order.review' }) };
}

/** Creates a partly refunded purchase whose refund event was given up. */
async function givenUp(): Promise<Alarmed> {
  const { person, payment } = await buyer(100);
  const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
  await billing.control('PUT', 'delivery', { mode: 'drop' });
  const { id: refund } = await stripe().refunds.create({ payment_intent: intent!, amount: 500 });
  await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
  const event = `evt_${refund}`;
  const row = { event_id: event, type: 'refund.created', object_id: 're_unknown', created: new Date() };
  await billing
    .knex()('stripe_event')
    .insert({ ...row, attempts: MOST_ATTEMPTS - 1 });
  await billing.work();
  await billing.knex()('stripe_event').where({ event_id: event }).update({ object_id: refund });
  return { person, alarmId: await openAlarm({ kind: 'event.dead', subject: `event:${event}` }) };
}

async function openAlarm(of: object): Promise<string> {
  const alarms: string[] = await billing.knex()('billing_alarm').where(of).whereNull('acknowledged_at').pluck('id');
  expect(alarms).toHaveLength(1);
  return alarms[0]!;
}

/** Returns the outcome of an act: money and goods, the alarm, its alert, and the audit entries. */
async function endOf({ person, alarmId }: Alarmed) {
  const alarm = (await billing.knex()('billing_alarm').where({ id: alarmId }).first())!;
  const entries = await billing
    .knex()('audit_entry')
    .where('action', 'like', 'alarm.%')
    .whereLike('subject', `%${alarmId}%`)
    .pluck('action');
  const event = alarm.subject.startsWith('event:')
    ? await billing
        .knex()('stripe_event')
        .where({ event_id: alarm.subject.slice('event:'.length) })
        .first('state')
    : undefined;
  return {
    ...(await stateOf(person)),
    act: alarm.act,
    alerts: (await billing.knex()('operator_alert').where({ alarm_id: alarmId })).map(({ ended_at: ended }) => ended !== null),
    entries,
    event: event?.state,
    mails: (await billing.knex()('outgoing_mail').where({ account_id: person.userId }).pluck('kind')).toSorted(),
  };
}

const ACTS: readonly { readonly act: AlarmAct; readonly given: () => Promise<Alarmed> }[] = [
  { act: 'refund', given: () => paidOtherwise('amount') },
  { act: 'accept', given: () => paidOtherwise('amount') },
  { act: 'give', given: () => paidOtherwise('mode') },
  { act: 'retry', given: givenUp },
];

it.each(ACTS)('$act, killed after any lasting change and requested again, happens completely and once', async ({ act, given }) => {
  let expected: unknown = null;
  // the first round is not killed: its outcome is the expected one for all others
  for (let change = Infinity, next = 1; ; change = next, next += 1) {
    const alarmed = await given();
    const ask = () => actOnAlarm({ accountId: operator.userId, alarmId: alarmed.alarmId, act });
    const isDead = await killAt(change, ask);
    // the operator saw an error, and presses the button again
    await ask();
    await billing.settle();
    const end = await endOf(alarmed);
    expected ??= end;
    expect(end, `killed after ${change} changes`).toEqual(expected);
    expect(end).toMatchObject({ act, alerts: [true], entries: [`alarm.${act}`] });
    expect(await findLedgerFaults(database())).toEqual([]);
    if (change !== Infinity && !isDead) break;
  }
});
