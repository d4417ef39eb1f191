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
      created_at timestamptz not null default now()
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
  await knex.raw(comments);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table voice_upload_part, voice_note');
}

export const comments = `
  comment on table voice_note is 'A recording of a person and what was heard in it.';
  comment on column voice_note.transcription is 'What is shown and may be edited.';
  comment on column voice_note.heard is 'What the service said, with the time of each word.';
  comment on column voice_note.run_id is 'The run that transcribes it.';

  comment on table voice_upload_part is 'A part of a recording that is being uploaded; deleted when it is whole, or after a day.';
  comment on column voice_upload_part.upload_id is 'Made by the client.';
`;
