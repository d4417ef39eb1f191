import type { Knex } from 'knex';

// The capabilities of a model at an address, one row per learnt fact: from a test of its connection, from the server itself, or from a
// refusal. Never by address alone: one gateway has many different models.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table model_trait (
      base_url text not null,
      model text not null,
      trait text not null,
      value jsonb not null,
      source text not null,
      learnt_at timestamptz not null default now(),
      primary key (base_url, model, trait)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table model_trait;`);
}
