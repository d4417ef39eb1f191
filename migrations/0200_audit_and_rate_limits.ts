import type { Knex } from 'knex';

// Actions of staff and scripts, append-only, and the counters of rate limits.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audit_entry (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor text not null,
      action text not null,
      subject text not null,
      detail jsonb not null default '{}'
    );
    create index audit_entry_action on audit_entry (action, id);
    -- what an act is about stands before its point, as in setting.change
    create index audit_entry_noun on audit_entry (split_part(action, '.', 1), id);
    -- a data export reads what was written about one person
    create index audit_entry_actor on audit_entry (actor, id);
    create index audit_entry_subject on audit_entry (subject, id);

    create table rate_limit (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );

    create function audit_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'append-only: % on %', tg_op, tg_table_name; end $$;
    create trigger audit_entry_append_only before delete or update or truncate on audit_entry
      for each statement execute function audit_is_append_only();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table rate_limit, audit_entry;
    drop function audit_is_append_only();
  `);
}
