import type { Knex } from 'knex';

// A batch that was paused by its own limits continues once somebody has reviewed it: results that existed by then are not judged again. An
// older release ignores the marks, and judges everything.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch
      add column seen_at timestamptz,
      add column seen_micro_usd bigint not null default 0 check (seen_micro_usd >= 0);
    alter table batch_item add column is_seen boolean not null default false;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch_item drop column is_seen;
    alter table batch drop column seen_micro_usd, drop column seen_at;
  `);
}
