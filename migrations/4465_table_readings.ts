import type { Knex } from 'knex';

// How an organisation's lists are read: the encoding and columns shown for a list, and the columns that somebody chose for similar files.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organisation_roster add column reading jsonb;

    create table organisation_table_reading (
      organisation_id uuid not null references organisation,
      head text not null,
      columns text[],
      encoding text,
      chosen_at timestamptz not null default now(),
      primary key (organisation_id, head)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table organisation_table_reading;
    alter table organisation_roster drop column reading;
  `);
}
