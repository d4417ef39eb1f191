import type { Knex } from 'knex';

// What was decided about a plan takes several calls to Stripe. It is written down before the first, so that whoever dies between two of them
// leaves it to the reconciler. And what schedules and webhooks look for is found by an index, however many have paid.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- {id, from, ending, next_package_id}; null when nothing is under way. intent_at: when it was decided, or carrying it out was tried last
    alter table subscription add column intent jsonb, add column intent_at timestamptz, add check ((intent is null) or (intent_at is not null));
    create index subscription_intent on subscription (intent_at) where intent is not null and status <> 'canceled';

    create index subscription_trial_end on subscription ((coalesce(trial_end, period_end))) where status = 'trialing';
    create index billing_order_unopened on billing_order (created_at) where status = 'created' and stripe_session_id is null;
    create index billing_order_contract_page on billing_order (created_at desc, id desc) where kind = 'contract';
    create index billing_payment_order on billing_payment (order_id) where order_id is not null;
  `);
}
