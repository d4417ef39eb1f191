import type { Knex } from 'knex';

// Connections, blocks and mutes between people.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connection (
      requester_id uuid not null references account on delete cascade,
      addressee_id uuid not null references account on delete cascade,
      state text not null default 'requested' check (state in ('requested', 'accepted', 'declined')),
      requested_at timestamptz not null default now(),
      answered_at timestamptz,
      primary key (requester_id, addressee_id),
      check (requester_id <> addressee_id),
      check ((state = 'requested') = (answered_at is null))
    );
    create index connection_addressee on connection (addressee_id, requested_at desc);
    -- two people have one connection, whoever asked
    create unique index connection_pair on connection (least(requester_id, addressee_id), greatest(requester_id, addressee_id));

    create table person_block (
      account_id uuid not null references account on delete cascade,
      blocked_id uuid not null references account on delete cascade,
      created_at timestamptz not null default now(),
      primary key (account_id, blocked_id),
      check (account_id <> blocked_id)
    );
    create index person_block_blocked on person_block (blocked_id);

    create table person_mute (
      account_id uuid not null references account on delete cascade,
      muted_id uuid not null references account on delete cascade,
      created_at timestamptz not null default now(),
      primary key (account_id, muted_id),
      check (account_id <> muted_id)
    );
    create index person_mute_muted on person_mute (muted_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table person_mute, person_block, connection');
}
