import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';

const FOLDER = path.resolve(import.meta.dirname, '../../migrations/before-1.0');

/** Names of the migrations before 1.0, in their order. */
export const BEFORE_1 = readdirSync(FOLDER).toSorted();

/**
 * Makes the database an empty installation of a version before 1.0.
 * @param newest the last migration that it has applied; absent: all
 */
export async function givenInstallationBefore1(knex: Knex, newest = BEFORE_1.at(-1)!): Promise<void> {
  await knex.raw(`
    drop schema public cascade;
    create schema public;
    create table schema_migration (id serial primary key, name varchar(255), batch integer, migration_time timestamptz);
  `);
  for (const name of BEFORE_1.filter((other) => other <= newest)) {
    const { up } = (await import(pathToFileURL(path.join(FOLDER, name)).href)) as { up: (trx: Knex) => Promise<void> };
    await knex.transaction(up);
    await knex('schema_migration').insert({ name, batch: 1, migration_time: new Date() });
  }
}

/** Rows of one run each by its state, of a learner with a course, as the last version before `separate_the_engine` wrote them. */
export const OLD_ROWS = {
  newest: BEFORE_1.find((name) => name.endsWith('accept_proposals_in_part.ts'))!,
  owner: '01a21126-c69f-7fa9-9911-d4eedd92d510',
  courseId: '01a21126-c7e8-74f1-bddf-feb2a20a0e31',
  runs: {
    completed: '01a21126-c708-7249-948d-3f0d449a9905',
    proposal: '01a21126-c7f9-7893-9c06-24f9e93271bf',
    // its first lesson is written, a worker has begun the second
    writing: '01a21126-c80e-7779-af1e-1527946696ac',
    approval: '01a21126-c844-7331-9610-17091942eb39',
    failed: '01a21126-c865-7cee-a5ae-714dd720950b',
    cancelled: '01a21126-c895-79c2-a80c-da03e2b44b03',
    queued: '01a21126-c8a9-7ed5-99ba-db19af1124dd',
  },
  lessons: [
    '80e45aee-1a37-883d-80b3-af67f566a524',
    'ac52a81d-6b90-877b-85c3-d3919c4e0065',
    'b9a2516f-f5f3-8bdf-a463-b1eda86358b3',
    '4d41c98b-7bea-8e35-bfe2-9ba6490e4877',
    '7591eba5-af0e-8445-b69b-9434d6ff931d',
    '7c3979a5-5227-8b0a-9fb6-965e3c1e458e',
  ],
} as const;

/** Inserts `OLD_ROWS`. The database has to be an installation up to `OLD_ROWS.newest`. */
export const insertOldRows = (knex: Knex): Promise<void> =>
  knex.transaction(async (trx) => {
    await trx.raw(readFileSync(path.join(import.meta.dirname, 'installation-before-1.sql'), 'utf8'));
  });
