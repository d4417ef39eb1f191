import type { Knex } from 'knex';

// What somebody has earned is still owed when they have left: where it goes stays, as ledgers do, until it is paid.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table creator_payout_account drop constraint creator_payout_account_account_id_fkey;
    alter table creator_payout_account add constraint creator_payout_account_account_id_fkey foreign key (account_id) references account;
  `);
}
