import type { Knex } from 'knex';

// Scenes of courses that a learner walks into: at most four a course, each made by a run of its own.
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
    comment on table simulation is 'A scene of a course that a learner walks into, or the order of one.';
    comment on column simulation.home_id is 'The run that writes the course, so that a simulation can be ordered before its course; the course itself if no run wrote it.';
    comment on column simulation.place is 'Its number in the course, 1 to 4: so many a course has at most.';
    comment on column simulation.run_id is 'The run that makes it.';
    comment on column simulation.wish is 'What it is to show; the topic of the course unless its owner wrote something else.';
    comment on column simulation.scene is 'The scene as data (contract/simulations/scene.contract.ts); null until it is made.';
    comment on column simulation.written_by is 'The service that wrote the scene.';
    comment on column simulation.checked_by is 'Another service that checked physics and wording; null when none could.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table simulation');
}
