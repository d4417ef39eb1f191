import type { Knex } from 'knex';

// Whom somebody would rather not read: unlike a block it is theirs alone, and nothing between the two ends.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table person_mute (
      account_id uuid not null references account on delete cascade,
      muted_id uuid not null references account on delete cascade,
      created_at timestamptz not null default now(),
      primary key (account_id, muted_id),
      check (account_id <> muted_id)
    );
    create index person_mute_muted on person_mute (muted_id);
    -- asked with every text: whether one of the author's was removed of late
    create index public_text_removed on public_text (author_id, written_at) where state = 'removed';
  `);
}
