import type { Knex } from 'knex';

// Scenes of courses that a learner can enter: at most four per course, each made by its own run.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table simulation (
      id uuid primary key,
      home_id uuid not null,
      place smallint not null check (place between 1 and 4),
      account_id uuid not null references account on delete cascade,
      run_id uuid references run on delete set null,
      wish text not null,
      scene jsonb,
      written_by text,
      checked_by text,
      created_at timestamptz not null default now(),
      unique (home_id, place)
    );
    create index simulation_account on simulation (account_id, created_at);
    create index simulation_run on simulation (run_id);

    create table solved_task (
      account_id uuid not null references account on delete cascade,
      simulation_id uuid not null references simulation on delete cascade,
      task smallint not null check (task >= 0),
      solved_at timestamptz not null default now(),
      primary key (account_id, simulation_id, task)
    );
    create index solved_task_simulation on solved_task (simulation_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table solved_task, simulation');
}
