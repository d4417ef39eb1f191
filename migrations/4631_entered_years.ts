import type { Knex } from 'knex';

/** Columns that hold days and times which people enter, or which are computed from these. */
const COLUMNS = [
  ['classroom', 'starts_on'],
  ['classroom', 'ends_on'],
  ['assignment', 'due_at'],
  // rows that are nothing but such a date
  ['assignment_extension', 'due_at', 'row'],
  ['learning_goal', 'due_on', 'row'],
] as const;

// Copies of copies of classes could move due dates beyond the year 9999, which calendar files cannot hold. Dates outside the years that can
// be entered are nobody's plan: they are removed. A day more on each side, for time zones.
export async function up(knex: Knex): Promise<void> {
  for (const [table, column, what] of COLUMNS)
    await knex.raw(`
      ${what === 'row' ? `delete from ${table}` : `update ${table} set ${column} = null`} where ${column} < '1899-12-31' or ${column} > '3000-01-01';
      alter table ${table} add constraint ${table}_${column}_entered check (${column} between '1899-12-31' and '3000-01-01');
    `);
}

export async function down(knex: Knex): Promise<void> {
  for (const [table, column] of COLUMNS) await knex.raw(`alter table ${table} drop constraint ${table}_${column}_entered`);
}
