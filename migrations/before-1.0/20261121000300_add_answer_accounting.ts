import type { Knex } from 'knex';

// Which call's answer a step ended with, and which answers a check turned down: what was paid for nothing can be told from what was not.
// An answer that may be kept, said so, if nothing better comes waits in the step's row.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table vendor_call add column discarded boolean not null default false;
    alter table step add column call_id uuid, add column fallback jsonb;
  `);
}
