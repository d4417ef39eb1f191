import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { listCards } from '#domain/practice/cards/cards.queries.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { up } from '../../migrations/4430_folded_search.ts';

const database = useTestDatabase();

it('the migration folds texts of an earlier release again, and can be restarted', async () => {
  const { knex } = database;
  const accountId = await givenOwner();
  await knex.raw(
    `create or replace function folded_text(text text) returns text language sql immutable parallel safe as 'select lower(text)'`,
  );
  const card = { account_id: accountId, deck: 'Deck', back: 'Plain.' };
  await knex('flash_card').insert([
    { ...card, id: uuidv7(), guid: 'a', front: 'Łódź' },
    { ...card, id: uuidv7(), guid: 'b', front: 'Plain' },
  ]);
  const found = async (q: string) => (await listCards({ accountId, q, limit: 10 })).cards.length;
  expect(await found('lodz')).toBe(0);
  await up(knex);
  expect([await found('lodz'), await found('ŁÓDŹ'), await found('plain')]).toEqual([1, 1, 2]);
  await up(knex);
  const { rows } = await knex.raw(
    `select count(*)::int as n from pg_index join pg_class on oid = indexrelid where relname like '%\\_found' and indisvalid`,
  );
  expect(rows[0].n).toBe(4);
});
