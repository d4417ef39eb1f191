import type { Knex } from 'knex';

// What teachers can place in a learning platform are rows of a table, which every start completes from the kinds of work: a further kind needs
// no migration. `placed_id` names what it places, in the kind's own table; lessons and simulations have columns of their own, which an older
// release writes and reads as before.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table placed_kind (name text primary key);
    insert into placed_kind (name) values ('course'), ('lesson'), ('simulation');
    alter table lti_placement drop constraint lti_placement_kind_check,
      add constraint lti_placement_kind_known foreign key (kind) references placed_kind (name),
      add column placed_id uuid;
  `);
}

export async function down(knex: Knex): Promise<void> {
  // placements of later kinds cannot be opened any more
  await knex.raw(`
    delete from lti_placement where kind not in ('course', 'lesson', 'simulation');
    alter table lti_placement drop column placed_id, drop constraint lti_placement_kind_known,
      add constraint lti_placement_kind_check check (kind in ('course', 'lesson', 'simulation'));
    drop table placed_kind;
  `);
}
