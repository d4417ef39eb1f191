import type { Knex } from 'knex';

// What a step's row tells when its worker dies: the call that had begun. And whom a step wanted to ask but did not, being out of reach.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- {id, service, model, purpose, at} of the newest call; its row in vendor_call is written when it ends
    alter table step add column call_begun jsonb, add column passed_over text[] not null default '{}';
  `);
}
