import { expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { isDatabaseUnavailable, isUniqueViolation } from './database.ts';

const test = useTestDatabase();

it.each([
  ['is starting up', '57P03', true],
  ['is shutting down', '57P01', true],
  ['has found a deadlock', '40P01', true],
  ['has no room left on its disk', '53100', true],
  ['has no memory left', '53200', true],
  ['cannot read or write its disk', '58030', true],
  ['knows no such table', '42P01', false],
  ['has the row already', '23505', false],
])('a database that %s counts as unavailable, by the driver’s error', async (_, code, expected) => {
  const failing = `pg_temp.fail()`;
  const error: unknown = await test.knex
    .transaction(async (trx) => {
      await trx.raw(`create function ${failing} returns int language plpgsql as $$ begin raise sqlstate '${code}'; end $$`);
      await trx.raw(`select ${failing}`);
    })
    .catch((failure: unknown) => failure);
  expect(isDatabaseUnavailable(error)).toBe(expected);
});

it('an existing row is distinguished from other errors, by the key that refused it', async () => {
  const insert = (token_hash: Buffer | null) =>
    test
      .knex('used_id_token')
      .insert({ token_hash: token_hash ?? test.knex.raw('null'), expires_at: new Date() })
      .catch((error: unknown) => error);
  const hash = Buffer.from('once');
  await insert(hash);
  const twice = await insert(hash);
  expect(isUniqueViolation(twice)).toBe(true);
  expect(isUniqueViolation(twice, 'used_id_token_pkey')).toBe(true);
  expect(isUniqueViolation(twice, 'another_key')).toBe(false);
  expect(isUniqueViolation(await insert(null))).toBe(false);
  expect(isUniqueViolation(null)).toBe(false);
});
