import type { Knex } from 'knex';

// A batch may be a creator's, over courses of their own: they pay in tokens, each course for itself, so there is no budget in money.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table batch add column creator_id uuid references account on delete set null;
    create index batch_by_creator on batch (creator_id, created_at desc) where creator_id is not null;
    alter table batch drop constraint batch_paused_for_check;
    alter table batch add constraint batch_paused_for_check
      check (paused_for in ('operator','budget','failures','cost','quality','cap','tokens'));
  `);
}
