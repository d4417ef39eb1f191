import type { Knex } from 'knex';

// An enforced sign-in is checked for every session and key: a key stores the sign-in with which its creator came, and sessions are read
// again when something that determines them changes.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_key add column sign_in_organisation_id uuid references organisation on delete set null;
    create index api_key_by_sign_in on api_key (sign_in_organisation_id) where sign_in_organisation_id is not null;

    -- keys that were made since their owners have come by it
    update api_key key set sign_in_organisation_id = i.organisation_id
      from organisation_identity i
     where i.account_id = key.account_id and key.holder = 'account' and key.ended_at is null and key.created_at >= i.created_at;

    create function tell_way_in_changed() returns trigger language plpgsql as $$
      begin
        if tg_table_name in ('organisation_member', 'second_factor') then
          perform pg_notify('session_changed', session.id::text) from session where account_id = new.account_id and revoked_at is null;
        elsif tg_table_name = 'account' then
          perform pg_notify('session_changed', session.id::text) from session where account_id = new.id and revoked_at is null;
        elsif tg_table_name = 'organisation' then
          perform pg_notify('session_changed', session.id::text) from session join organisation_member m on m.account_id = session.account_id
            where m.organisation_id = new.id and session.revoked_at is null;
        else
          perform pg_notify('session_changed', session.id::text) from session join organisation_member m on m.account_id = session.account_id
            where m.organisation_id = new.organisation_id and session.revoked_at is null;
        end if;
        return null;
      end $$;
    create trigger member_way_in_changed after insert or update of organisation_id, role on organisation_member
      for each row execute function tell_way_in_changed();
    create trigger account_way_in_changed after update of email on account
      for each row when (old.email is distinct from new.email) execute function tell_way_in_changed();
    create trigger factor_way_in_changed after insert or update of confirmed_at on second_factor
      for each row execute function tell_way_in_changed();
    create trigger sign_in_way_in_changed after insert or update of mode, changed_by on organisation_sign_in
      for each row execute function tell_way_in_changed();
    create trigger domain_way_in_changed after insert or update of verified_at, domain on organisation_domain
      for each row execute function tell_way_in_changed();
    create trigger organisation_way_in_changed after update of ends_at on organisation
      for each row when (old.ends_at is distinct from new.ends_at) execute function tell_way_in_changed();

    create function tell_factor_gone() returns trigger language plpgsql as $$
      begin
        perform pg_notify('session_changed', session.id::text) from session where account_id = old.account_id and revoked_at is null;
        return null;
      end $$;
    create trigger factor_gone after delete on second_factor for each row execute function tell_factor_gone();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger factor_gone on second_factor;
    drop function tell_factor_gone;
    drop trigger organisation_way_in_changed on organisation;
    drop trigger domain_way_in_changed on organisation_domain;
    drop trigger sign_in_way_in_changed on organisation_sign_in;
    drop trigger factor_way_in_changed on second_factor;
    drop trigger account_way_in_changed on account;
    drop trigger member_way_in_changed on organisation_member;
    drop function tell_way_in_changed;
    alter table api_key drop column sign_in_organisation_id;
  `);
}
