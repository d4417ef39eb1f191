import type { Knex } from 'knex';

// A sentence with something put in is kept as data too, so that a screen says it in its own language; null: the English text is all of it.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table run_event add column words jsonb;
    alter table ledger_transaction add column cause_words jsonb;
    alter table token_hold add column cause_words jsonb;
  `);
}
