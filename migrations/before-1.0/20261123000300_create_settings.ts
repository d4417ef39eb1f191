import type { Knex } from 'knex';

// What people set for themselves, and what they say of themselves. Consent to marketing stays where registration wrote it: in `account`.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table user_settings (
      account_id uuid primary key references account on delete cascade,
      language text not null check (language in
        ('english','spanish','french','german','italian','portuguese','russian','chinese','japanese','korean','arabic','hindi')),
      theme text not null check (theme in ('light','dark','auto')),
      notify_email boolean not null,
      notify_push boolean not null,
      notify_course_reminders boolean not null,
      high_contrast boolean not null,
      large_text boolean not null,
      reduced_motion boolean not null,
      screen_reader boolean not null,
      keyboard_navigation boolean not null,
      data_sharing boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    -- the list of public profiles is read from here, newest account first
    create index user_settings_shared on user_settings (account_id desc) where data_sharing;

    -- a data export reads what was written about one person
    create index audit_entry_actor on audit_entry (actor, id);
    create index audit_entry_subject on audit_entry (subject, id);
    create index outgoing_mail_recipient on outgoing_mail (recipient) where account_id is null;
    create index ledger_money_movements on ledger_transaction (owner_kind, owner_id, at, id) where unit = 'USD';

    -- at most 300 characters as readers count them, of whatever many code points
    alter table account add column bio text not null default '' check (char_length(bio) <= 3000);
  `);
}
