import type { Knex } from 'knex';

// Keys with which programs act for a person. A hold of the ledger refers to the key whose budget it counts against only by its id (0600,
// 0700): holds outlive keys.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table api_key (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      holder text not null check (holder in ('account', 'organisation', 'operator')),
      organisation_id uuid references organisation on delete cascade,
      name text not null,
      secret_hash bytea not null unique check (length(secret_hash) = 32),
      ending text not null,
      scopes text[] not null check (cardinality(scopes) > 0),
      day_budget bigint not null check (day_budget >= 0),
      networks text[] not null default '{}',
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      last_used_at timestamptz,
      calls bigint not null default 0,
      check ((holder = 'organisation') = (organisation_id is not null))
    );
    create index api_key_of_account on api_key (account_id, holder, created_at desc);
    create index api_key_of_organisation on api_key (organisation_id, created_at desc) where organisation_id is not null;
    create index api_key_old on api_key (least(expires_at, ended_at));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table api_key');
}
