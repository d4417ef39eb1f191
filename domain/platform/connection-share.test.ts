import { afterEach, beforeEach, expect, it } from 'vitest';
import knexFactory, { type Knex } from 'knex';
import { database } from '#domain/platform/database.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { withinShare } from './connection-share.ts';

const test = useTestDatabase();
const LOCK = 5713;
/** Connections of a test's pool. */
const POOL = 5;
let holder: Knex;
beforeEach(async () => {
  holder = knexFactory({ client: 'pg', connection: test.url, pool: { min: 1, max: 1 } });
  await holder.raw('select pg_advisory_lock(?)', [LOCK]);
});
afterEach(() => holder.destroy());

const blocked = () => database().raw('select pg_advisory_lock_shared(?), pg_advisory_unlock_shared(?)', [LOCK, LOCK]);
const isFree = async (): Promise<void> => void (await holder.raw('select pg_advisory_unlock(?)', [LOCK]));
const waitingForLock = async (): Promise<number> => {
  const { rows } = await holder.raw(`select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ? and not granted`, [
    LOCK,
  ]);
  return rows[0].n;
};

it('of one account is used up before the pool is, however many requests it sends', async () => {
  const held = Array.from({ length: 12 }, () => withinShare('a', () => blocked()));
  await expect.poll(waitingForLock).toBe(2);
  const { rows } = await withinShare('b', () => database().raw('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
  expect(await waitingForLock()).toBe(2);
  await isFree();
  expect(await Promise.all(held)).toHaveLength(12);
});

it('gives a free connection to the account with the fewest, when the pool is used up', async () => {
  const order: string[] = [];
  // in order of connections given: which of several statements ends first is up to the machine
  const query = (accountId: string) =>
    withinShare(accountId, async () => {
      const connection = await database().client.acquireConnection();
      order.push(accountId);
      await blocked().connection(connection);
      await database().client.releaseConnection(connection);
    });
  const many = ['a', 'b', 'c', 'd', 'e'].flatMap((accountId) => Array.from({ length: 6 }, () => query(accountId)));
  await expect.poll(waitingForLock).toBe(POOL);
  const late = query('late');
  await isFree();
  await Promise.all([...many, late]);
  // it came last, and before it each of the five others was given at most one more
  expect(order.indexOf('late')).toBeLessThanOrEqual(2 * POOL);
});

it('lets a request that has a connection take another', async () => {
  const begun = Promise.withResolvers<void>();
  let open = 0;
  const inTransaction = () =>
    withinShare('a', () =>
      database().transaction(async (trx) => {
        await trx.raw('select 1');
        if ((open += 1) === 2) begun.resolve();
        await begun.promise;
        return (await database().raw('select 2 as two')).rows;
      }),
    );
  expect(await Promise.all([inTransaction(), inTransaction()])).toEqual([[{ two: 2 }], [{ two: 2 }]]);
  await isFree();
});

it('is returned by a statement that fails', async () => {
  await isFree();
  for (let time = 0; time < 5; time += 1) await expect(withinShare('a', () => database().raw('select nothing'))).rejects.toThrow('nothing');
  expect((await withinShare('a', () => database().raw('select 3 as three'))).rows).toEqual([{ three: 3 }]);
});

/** A stranger in one of the networks of a provider. */
const stranger = (provider: string, network = 0) => ({ levels: [provider, `${provider} ${network}`], isKnown: false });

it('of all networks of one provider leaves connections to others', async () => {
  const held = Array.from({ length: 20 }, (_, at) => withinShare(stranger('hostile', at), () => blocked()));
  await expect.poll(waitingForLock).toBe(3);
  const { rows } = await withinShare(stranger('honest'), () => database().raw('select 1 as one'));
  expect([rows, await waitingForLock()]).toEqual([[{ one: 1 }], 3]);
  await isFree();
  expect(await Promise.all(held)).toHaveLength(20);
});

it('is refused to the provider of which most requests wait, when too many do', async () => {
  const hostile = Promise.allSettled(Array.from({ length: 303 }, (_, at) => withinShare(stranger('hostile', at), () => blocked())));
  await expect.poll(waitingForLock).toBe(3);
  const honest = Array.from({ length: 5 }, () => withinShare(stranger('honest'), () => database().raw('select 1')));
  await isFree();
  expect(await Promise.all(honest)).toHaveLength(5);
  const refused = (await hostile).filter((one) => one.status === 'rejected').map(({ reason }) => reason.code as string);
  expect([...new Set(refused)]).toEqual(['limits.rate']);
});
