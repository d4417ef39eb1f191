import { expect, it } from 'vitest';
import { processEvents } from '#domain/billing/events/stripe-event.commands.ts';
import { EXPECTED, SET, useHeldEvents } from './event-order.factory.ts';

// `event-order.test.ts` has one order with its crashes; this file has the other orders, and a crash after every lasting change
const { billing, killAfter, paidPlan, stateOf, deliverIn } = useHeldEvents();

/** Orders such that every three events occur in all six of their orders. */
const ORDERS = [
  [0, 1, 2, 3],
  [0, 3, 2, 1],
  [1, 3, 0, 2],
  [2, 1, 0, 3],
  [2, 3, 0, 1],
].map((order) => order.map((place) => SET[place]!));

it.each(ORDERS.map((order, at) => [order.map((type) => type.split('.').slice(-2).join('.')).join(', '), order, at] as const))(
  'the events of a new plan in the order %s, each five times, with a crash in each: the same state, one grant',
  (_, order, at) => deliverIn(order, at),
);

it('a crash between any two statements of the fulfilment leaves all of it or nothing', async () => {
  for (let change = 1, isDead = true; isDead; change += 1) {
    const { person, events } = await paidPlan();
    await billing.control('POST', 'deliver', { event_ids: [events['checkout.session.completed']] });
    isDead = await killAfter(change, processEvents);
    const order = await billing.knex()('billing_order').where({ account_id: person.userId }).first('fulfilled_at');
    const traces = await Promise.all(
      ['subscription', 'billing_payment', 'notification'].map((table) => billing.knex()(table).where({ account_id: person.userId })),
    );
    expect(traces.map(({ length }) => length)).toEqual(order!.fulfilled_at ? [1, 1, 1] : [0, 0, 0]);
    await billing.work();
    expect(await stateOf(person)).toEqual(EXPECTED);
    // there is more than one change after which it can crash
    expect(isDead || change > 3).toBe(true);
  }
});
