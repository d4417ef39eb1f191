import type { Knex } from 'knex';

// Recordings and their transcripts.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table voice_note (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      title text not null,
      audio_id uuid not null references media_object,
      seconds double precision not null check (seconds >= 0),
      transcription text not null default '',
      heard jsonb,
      run_id uuid references run on delete set null,
      created_at timestamptz not null default now(),
      search_text text generated always as (folded_text(title || ' ' || transcription)) stored
    );
    create index voice_note_audio on voice_note (audio_id);
    create index voice_note_newest on voice_note (account_id, created_at desc, id desc);
    create index voice_note_run on voice_note (run_id) where run_id is not null;

    create table voice_upload_part (
      account_id uuid not null references account on delete cascade,
      upload_id uuid not null,
      number integer not null check (number between 0 and 63),
      bytes bytea not null,
      created_at timestamptz not null default now(),
      primary key (account_id, upload_id, number)
    );
    create index voice_upload_part_age on voice_upload_part (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table voice_upload_part, voice_note');
}
