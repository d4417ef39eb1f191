import type { Knex } from 'knex';

// A service that needs an operator is distinguished from one that is down, by all that wait for it and in every worker; a mentor's answer
// that could not be written stores the reason, in addition to the specified sentence.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table vendor_lane add column shut_for text;
    alter table mentor_message add column error_reason text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table mentor_message drop column error_reason;
    alter table vendor_lane drop column shut_for;
  `);
}
