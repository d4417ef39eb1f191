import type { Knex } from 'knex';

// A plan is decided about by one request at a time: two that asked Stripe in the same moment, and then told it, left credit behind or lost
// what was planned. The turn is a lease, so that whoever dies during theirs holds nobody up for long. Refunds that Stripe does not give are
// asked for one after another, however many there are.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table subscription add column turn uuid, add column turn_until timestamptz, add check ((turn is null) = (turn_until is null));
    -- what is still open of plans that have ended
    create index billing_payment_open on billing_payment (stripe_subscription_id) where status = 'open';
    alter table refund add column asked_at timestamptz;
    -- what is pruned each hour
    create index stripe_event_over on stripe_event (received_at) where state in ('done','ignored');
  `);
}
