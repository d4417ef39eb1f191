import type { Knex } from 'knex';

/** Questions to the mentor that come while it answers wait for their turn, and the manner of an answer is chosen apart from its engine. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table mentor_message add column manner text;
    alter table mentor_message drop constraint mentor_message_check1;
    alter table mentor_message drop constraint mentor_message_state_check;
    alter table mentor_message add constraint mentor_message_state_check check (state in ('waiting', 'sending', 'sent', 'stopped', 'failed'));
    alter table mentor_message add constraint mentor_message_lease_check check ((state in ('waiting', 'sending')) = (lease_until is not null));
    drop index mentor_message_lease;
    create index mentor_message_lease on mentor_message (lease_until) where lease_until is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update mentor_message set state = 'failed', lease_until = null, error_code = 'mentor.failed',
           error_detail = 'The answer broke off. It cost nothing.', ended_at = now() where state = 'waiting';
    drop index mentor_message_lease;
    create index mentor_message_lease on mentor_message (lease_until) where state = 'sending';
    alter table mentor_message drop constraint mentor_message_lease_check;
    alter table mentor_message drop constraint mentor_message_state_check;
    alter table mentor_message add constraint mentor_message_state_check check (state in ('sending', 'sent', 'stopped', 'failed'));
    alter table mentor_message add constraint mentor_message_check1 check ((state = 'sending') = (lease_until is not null));
    alter table mentor_message drop column manner;
  `);
}
