import type { Knex } from 'knex';

// A kept session holds its user's year of birth: what is allowed at which age then costs no statement.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger account_changed on account;
    create trigger account_changed after update of roles, birth_year on account for each row execute function tell_account_changed();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger account_changed on account;
    create trigger account_changed after update of roles on account for each row execute function tell_account_changed();
  `);
}
