import type { Knex } from 'knex';

// An answer may be several options, or options in an order; an answer in words has none.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table question_answer add chosen_ids text[] not null default '{}' check (cardinality(chosen_ids) <= 8);
    update question_answer set chosen_ids = array[chosen_id];
    alter table question_answer drop chosen_id, alter chosen_ids drop default;
  `);
}
