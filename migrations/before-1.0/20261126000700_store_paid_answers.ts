import type { Knex } from 'knex';

// An answer is paid when it arrives. Its step's row stores it before anything else can fail, so that whoever works on the step next uses it
// instead of buying another. And what a call is only presumed to have cost is told apart from what vendors have reported.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- {callId, service, inputHash, attempt, value} of the newest answer; nothing of it outlives the step
    alter table step add column answer jsonb,
      add constraint step_answer_check check (answer is null or state in ('queued', 'running'));
    -- the part of micro_usd that stands for calls whose vendor did not say what they used
    alter table spend_day add column presumed_micro_usd bigint not null default 0;
  `);
}
