import type { Knex } from 'knex';

/** ID tokens of providers that were used to sign in, remembered until they are too old to be used again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table used_id_token (
      token_hash bytea primary key,
      expires_at timestamptz not null
    );
    create index used_id_token_old on used_id_token (expires_at);
  `);
}
