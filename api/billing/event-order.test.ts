import { describe, expect, it } from 'vitest';
import { processEvents } from '#domain/billing/events/stripe-event.commands.ts';
import { EXPECTED, TIMES, useHeldEvents } from './event-order.factory.ts';

const { billing, paidPlan, stateOf, deliverIn } = useHeldEvents();

describe('the events of a new plan', () => {
  it('with the last one first, each five times, with a crash in each: the same state, one grant', () =>
    deliverIn(['invoice.paid', 'customer.subscription.created', 'customer.subscription.updated', 'checkout.session.completed'], 5));

  it('all at once, delivered five times in shuffled order to three workers', async () => {
    const { person, events, rest } = await paidPlan();
    const all = [...Object.values(events), ...rest];
    for (let round = 0; round < TIMES; round += 1)
      await billing.control('POST', 'deliver', { event_ids: all, order: 'shuffle', seed: String(round) });
    await Promise.all([processEvents(), processEvents(), processEvents()]);
    await billing.work();
    expect(await stateOf(person)).toEqual(EXPECTED);
  });
});

describe('an event that comes late', () => {
  it('does not revive a plan that has ended', async () => {
    const { person, events } = await paidPlan();
    await billing.control('POST', 'deliver', { event_ids: [events['checkout.session.completed']] });
    await billing.work();
    const { stripe } = await import('#domain/vendors/stripe/stripe.client.ts');
    const row = await billing.knex()('subscription').where({ account_id: person.userId }).first();
    const stale = await stripe().subscriptions.retrieve(row!.stripe_subscription_id!);
    await stripe().subscriptions.cancel(row!.stripe_subscription_id!, { prorate: false });
    const [deleted] = await billing.events({ object: row!.stripe_subscription_id!, type: 'customer.subscription.deleted' });
    await billing.control('POST', 'deliver', { event_ids: [deleted!.id] });
    await billing.work();
    expect((await billing.holdings(person)).status).toBe('free');
    // `updated (active)`, signed and new, after it
    await billing.control('POST', 'deliver', { event_ids: [events['customer.subscription.updated'], events['invoice.paid']] });
    await billing.work();
    const { transact } = await import('#domain/platform/database.ts');
    const { writeSubscription } = await import('#domain/billing/subscriptions/write-subscription.ts');
    await transact((trx) =>
      writeSubscription(trx, { accountId: person.userId, subscription: stale, stamp: new Date(Date.now() + 60_000) }),
    );
    expect(await billing.knex()('subscription').where({ id: row!.id }).first('status')).toEqual({ status: 'canceled' });
    expect((await billing.holdings(person)).status).toBe('free');
  });

  it('that was fetched before the stored state changes nothing', async () => {
    const { person, events } = await paidPlan();
    await billing.control('POST', 'deliver', { event_ids: [events['checkout.session.completed']] });
    await billing.work();
    const { stripe } = await import('#domain/vendors/stripe/stripe.client.ts');
    const row = await billing.knex()('subscription').where({ account_id: person.userId }).first();
    const fetched = {
      subscription: await stripe().subscriptions.retrieve(row!.stripe_subscription_id!),
      stamp: new Date(row!.synced_at.getTime() - 1),
    };
    await billing.as(person).post('/api/subscription/cancel');
    const { transact } = await import('#domain/platform/database.ts');
    const { writeSubscription } = await import('#domain/billing/subscriptions/write-subscription.ts');
    await transact((trx) => writeSubscription(trx, { accountId: person.userId, ...fetched }));
    expect((await billing.as(person).get('/api/subscription')).json.cancel_at_period_end).toBe(true);
  });
});
