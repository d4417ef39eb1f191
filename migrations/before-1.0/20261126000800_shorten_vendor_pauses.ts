import type { Knex } from 'knex';

// A vendor could close its lane for an hour. Pauses are at most half a minute now; one that was taken before is not sat out.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`update vendor_lane set closed_until = least(closed_until, now() + interval '30 seconds') where closed_until is not null`);
}
