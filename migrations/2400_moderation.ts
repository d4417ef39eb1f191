import type { Knex } from 'knex';

// Texts that others can see, the decisions on them, and reports.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table public_text (
      subject_type text not null,
      subject_id text not null,
      author_id uuid not null references account on delete cascade,
      href text not null,
      text text not null,
      fingerprint text not null,
      state text not null check (state in ('clear', 'held', 'removed')),
      reasons text[] not null default '{}',
      version integer not null default 1,
      written_at timestamptz not null default now(),
      waits_since timestamptz,
      judgement text check (judgement in ('harmless', 'abusive', 'unsure', 'help')),
      judgement_reason text,
      decision text check (decision in ('approve', 'remove', 'warn', 'suspend')),
      decision_note text,
      decided_at timestamptz,
      decided_by uuid references account on delete set null,
      appeal text,
      appealed_at timestamptz,
      primary key (subject_type, subject_id)
    );
    create index public_text_author on public_text (author_id, subject_type, written_at desc);
    create index public_text_decided_by on public_text (decided_by) where decided_by is not null;
    create index public_text_hidden on public_text (subject_type, subject_id, author_id) where state <> 'clear';
    -- read with every text: whether one of the author's was removed of late
    create index public_text_removed on public_text (author_id, written_at) where state = 'removed';
    create index public_text_waits on public_text (waits_since, subject_type, subject_id) where waits_since is not null;

    create table text_report (
      id uuid primary key,
      subject_type text not null,
      subject_id text not null,
      account_id uuid references account on delete set null,
      reason text not null,
      text text not null default '',
      created_at timestamptz not null default now(),
      closed_at timestamptz,
      unique (subject_type, subject_id, account_id),
      constraint text_report_subject_type_subject_id_fkey foreign key (subject_type, subject_id) references public_text(subject_type,
        subject_id) on delete cascade
    );
    create index text_report_account on text_report (account_id, created_at desc);

    create table writing_suspension (
      account_id uuid primary key references account on delete cascade,
      until timestamptz not null,
      note text not null default '',
      suspended_by uuid references account on delete set null,
      created_at timestamptz not null default now()
    );
    create index writing_suspension_by on writing_suspension (suspended_by) where suspended_by is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table writing_suspension, text_report, public_text');
}
