import type { Knex } from 'knex';

// People and invites of an organisation are read a page at a time, in the order they are shown: a university has 20,000 seats.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index organisation_member_of;
    create index organisation_member_page on organisation_member (organisation_id, (role <> 'owner'), joined_at, account_id);
    create index organisation_invite_page on organisation_invite (organisation_id, sent_at desc, id desc) where ended_at is null;
  `);
}
