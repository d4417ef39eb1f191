import type { Knex } from 'knex';

// What is done without a connection arrives later than it was done. It counts by its own time; for a class's due dates the time at which it
// arrived counts, unless the class says otherwise. What is there already arrived when it was done.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table device_act (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      acted_at timestamptz not null,
      arrived_at timestamptz not null default now(),
      primary key (account_id, id)
    );
    create index device_act_arrived on device_act (arrived_at);

    alter table course_completion add column arrived_at timestamptz;
    update course_completion set arrived_at = completed_at;
    alter table course_completion alter column arrived_at set not null, alter column arrived_at set default now();

    alter table question_answer add column arrived_at timestamptz;
    update question_answer set arrived_at = answered_at;
    alter table question_answer alter column arrived_at set not null, alter column arrived_at set default now();

    alter table classroom add column late_by text not null default 'arrival' check (late_by in ('arrival', 'own_time'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table classroom drop column late_by;
    alter table question_answer drop column arrived_at;
    alter table course_completion drop column arrived_at;
    drop table device_act;
  `);
}
