import type { Knex } from 'knex';

// What a model at an address can do, one row for each thing that was learnt: by a test of its connection, by the server's own words, or by a
// refusal. Never by address alone: one gateway has many models, which differ.
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
