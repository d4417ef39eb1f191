import type { Knex } from 'knex';

// What raises a plan is charged less what was paid for the plan and not used. Whoever takes the raise back later than that payment could be
// taken back is given that rest too, because the plan ends: it has to be known without asking Stripe.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table billing_payment add column unused_cents bigint not null default 0 check (unused_cents >= 0)`);
}
