import type { Knex } from 'knex';

// The outbox also announces jobs without a step: a mail to send, a run to admit. An older release leaves rows of jobs it does not know.
// Schedules are in the queue now; what operators paused stays paused.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox alter step_id drop not null, alter dispatch drop not null,
      add constraint outbox_step_check check ((step_id is null) = (dispatch is null));
    alter table paused_work drop constraint paused_work_scope_check,
      add constraint paused_work_scope_check check (scope in ('queue','kind','batch','schedule'));
    insert into paused_work (scope, name, paused_at) select 'schedule', name, paused_at from schedule where paused_at is not null;
    drop table schedule;
  `);
}
