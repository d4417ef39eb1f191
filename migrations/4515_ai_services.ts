import type { Knex } from 'knex';

/** Columns that name a service, each with the constraint that listed the names. */
const NAMING = [
  { table: 'service_budget', column: 'service', check: 'service_budget_service_check', key: 'name' },
  { table: 'service_connection', column: 'service', check: 'service_connection_service_check', key: 'name' },
  { table: 'default_cast', column: 'service', check: 'default_cast_service_check', key: 'name' },
  { table: 'mentor_session', column: 'engine', check: 'mentor_session_engine_check', key: 'engine' },
  { table: 'mentor_message', column: 'engine', check: 'mentor_message_engine_check', key: 'engine' },
  { table: 'mentor_message', column: 'engine_used', check: 'mentor_message_engine_used_check', key: 'engine' },
] as const;
const NAMES = { name: "'claude', 'openai', 'grok', 'gemini'", engine: "'claude', 'gemini', 'gpt4', 'grok'" } as const;

// The AI services are rows of a table, which every start completes from the product's own list: a further service needs no migration.
// `engine` is the mentor's name for it. Which services can answer through Vertex AI is a rule of the product, not of the database.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ai_service (
      name text primary key,
      engine text not null unique
    );
    insert into ai_service (name, engine) values ('grok', 'grok'), ('claude', 'claude'), ('gemini', 'gemini'), ('openai', 'gpt4');
    alter table service_connection drop constraint service_connection_check2;
  `);
  for (const { table, column, check, key } of NAMING)
    await knex.raw(`
      alter table ${table} drop constraint ${check},
        add constraint ${table}_${column}_known foreign key (${column}) references ai_service (${key});
    `);
}

export async function down(knex: Knex): Promise<void> {
  for (const { table, column, check, key } of NAMING)
    await knex.raw(`
      alter table ${table} drop constraint ${table}_${column}_known,
        add constraint ${check} check (${column} in (${NAMES[key]}));
    `);
  await knex.raw(`
    alter table service_connection add constraint service_connection_check2 check (kind <> 'vertex' or service = 'gemini');
    drop table ai_service;
  `);
}
