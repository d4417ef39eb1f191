import { Model } from 'objection';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { isDatabaseUnavailable } from './database.ts';

const test = useTestDatabase();

class Thing extends Model {
  static override tableName = 'pg_class';
}

it.each([
  ['is starting up', '57P03', true],
  ['is shutting down', '57P01', true],
  ['has found a deadlock', '40P01', true],
  ['has no room left on its disk', '53100', true],
  ['has no memory left', '53200', true],
  ['cannot read or write its disk', '58030', true],
  ['knows no such table', '42P01', false],
  ['has the row already', '23505', false],
])('a database that %s counts as unavailable, by the driver’s error and by the model’s', async (_, code, expected) => {
  const failing = `pg_temp.fail()`;
  const errorOf = (ask: (trx: typeof test.knex) => PromiseLike<unknown>): Promise<unknown> =>
    test.knex
      .transaction(async (trx) => {
        await trx.raw(`create function ${failing} returns int language plpgsql as $$ begin raise sqlstate '${code}'; end $$`);
        await ask(trx);
      })
      .catch((error: unknown) => error);
  expect(isDatabaseUnavailable(await errorOf((trx) => trx.raw(`select ${failing}`)))).toBe(expected);
  const wrapped = await errorOf((trx) => Thing.query(trx).select(trx.raw(failing)).first());
  expect(wrapped).toHaveProperty('nativeError');
  expect(isDatabaseUnavailable(wrapped)).toBe(expected);
});
