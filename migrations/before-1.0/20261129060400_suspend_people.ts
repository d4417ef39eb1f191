import type { Knex } from 'knex';

// Whom an operator has shut out. People are found by a part of their address, by index.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table account add column suspended_at timestamptz;
    create index account_email_text on account using gin (email gin_trgm_ops);
  `);
}
