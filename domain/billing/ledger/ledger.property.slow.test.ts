import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import knexFactory, { type Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { patience } from '#ops/testing/slowness.ts';
import { burnOrderFaults, ledgerState } from './ledger-checks.factory.ts';
import { aRound, perform, WALLETS, type Play, type Round } from './ledger-play.factory.ts';
import { ledgerFaults } from './ledger-proof.queries.ts';
import { organisationOwner, personOwner, type Owner } from './owner.ts';

// `ledger.test.ts` covers each operation, and races between operations of one sort
const ROUNDS = 5;
const OPERATIONS = 300;
/** Operations per round that are sent twice at the same time, with the same keys. */
const COPIES = 40;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PREY = 'ledger-prey';

const db = useTestDatabase();
let many: Knex;
const endings: Record<string, number> = {};
const count = (name: string) => (endings[name] = (endings[name] ?? 0) + 1);

beforeAll(() => {
  const connection = { connectionString: db.url, application_name: PREY };
  many = knexFactory({ client: 'pg', connection, pool: { min: 0, max: 10 }, log: { warn: () => {}, error: () => {} } });
});
afterAll(() => many.destroy());

const isKill = (error: unknown) => /terminat|Connection ended|connection|ECONNRESET|57P01/i.test(String((error as Error).message));

/** Executes an operation in a transaction of its own, as any caller would. @throws errors that no caller may ever see */
async function call(round: Round, play: Play): Promise<string> {
  try {
    return await many.transaction(async (trx) => {
      const outcome = await perform(trx, round, play);
      // the process crashes between its last statement and its commit
      if (play.dies) await trx.raw('select pg_terminate_backend(pg_backend_pid())');
      return outcome;
    });
  } catch (error) {
    if (error instanceof ProductError && ['tokens.insufficient', 'idempotency.body_mismatch', 'not_found'].includes(error.code))
      return error.code;
    // more than remains of a sale: the caller, who knows the payment, must prevent that
    if (error instanceof RangeError && play.op === 'refund') return 'too much';
    if (isKill(error)) return 'killed';
    throw error;
  }
}

/** Kills connections at work until it is stopped. */
function startKiller(): { stop: () => Promise<number> } {
  let going = true;
  let kills = 0;
  const loop = async () => {
    while (going) {
      const { rowCount } = await db.knex.raw(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where application_name = ? and xact_start is not null
           order by random() limit 1) prey`,
        [PREY],
      );
      kills += rowCount;
      await db.knex.raw('select pg_sleep(0.1)');
    }
    return kills;
  };
  const ended = loop();
  return {
    stop() {
      going = false;
      return ended;
    },
  };
}

async function givenWallets(): Promise<Owner[]> {
  const people = await Promise.all(Array.from({ length: WALLETS - 1 }, () => givenOwner({ tokens: 0 })));
  // the last one has a plan
  await db.knex('subscription').insert({
    id: randomUUID(),
    account_id: people.at(-1),
    package_id: 'basic_yearly',
    status: 'active',
    anchor: new Date(Date.now() - 29 * DAY_MS),
    period_start: new Date(Date.now() - 29 * DAY_MS),
    period_end: new Date(Date.now() + 336 * DAY_MS),
  });
  // all of them belong to the organisation whose pool is the last wallet
  const organisation_id = randomUUID();
  const [starts_at, ends_at] = [new Date(Date.now() - 29 * DAY_MS), new Date(Date.now() + 336 * DAY_MS)];
  await db.knex('organisation').insert({ id: organisation_id, name: 'Hive', package_id: 'small_business', seats: 50, starts_at, ends_at });
  await db.knex('organisation_member').insert(people.map((account_id) => ({ account_id, organisation_id, role: 'member' })));
  return [...people.map(personOwner), organisationOwner(organisation_id)];
}

describe('the ledger under concurrent random operations', () => {
  it(
    `I1-I15 hold after ${ROUNDS * (OPERATIONS + COPIES)} of them, with repeats, a clock that jumps, and connections that die`,
    { timeout: patience(300_000) },
    async () => {
      const killer = startKiller();
      let performed = 0;
      let rounds = 0;
      await fc.assert(
        fc.asyncProperty(aRound(OPERATIONS), async (plays) => {
          const round: Round = { name: `r${rounds++}`, owners: await givenWallets(), begin: new Date() };
          const sent = [...plays, ...plays.slice(0, COPIES)];
          const ends = await Promise.allSettled(sent.map((play) => call(round, play)));
          performed += sent.length;
          for (const end of ends) count(end.status === 'fulfilled' ? end.value : `ERROR ${(end.reason as Error).message}`);
          // I15: a caller sees either an outcome or a coded error
          expect(ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Error).message] : []))).toEqual([]);
          expect(await ledgerFaults()).toEqual([]);
        }),
        { numRuns: ROUNDS, endOnFailure: true, seed: 20261122 },
      );
      const kills = await killer.stop();
      expect(await burnOrderFaults(db.knex)).toEqual([]);
      console.log(`${performed} operations in ${rounds} rounds, ${kills} connections killed from outside:`, endings);
      expect(performed).toBeGreaterThanOrEqual(ROUNDS * OPERATIONS);
      expect(endings['killed']).toBeGreaterThan(ROUNDS);
      // each of the three payers has paid for work
      for (const payer of ['plan', 'own', 'organisation']) expect(endings[payer]).toBeGreaterThan(ROUNDS);
    },
  );

  it('I10 I13 repeating any prefix changes nothing, even with a clock that has gone back', async () => {
    const [plays] = fc.sample(aRound(80), { numRuns: 1, seed: 7 });
    const round: Round = { name: 'again', owners: await givenWallets(), begin: new Date() };
    const lively = plays!.map((play) => ({ ...play, dies: false }));
    const done: Play[] = [];
    for (const play of lively) {
      const outcome = await call(round, play);
      // a rejected operation does not count: it may succeed later
      if (!['tokens.insufficient', 'idempotency.body_mismatch', 'not_found', 'too much', 'none', 'nothing'].includes(outcome))
        done.push(play);
    }
    const before = await ledgerState(db.knex);
    for (const prefix of [5, 20, done.length]) {
      for (const play of done.slice(0, prefix)) await call(round, play);
      expect(await ledgerState(db.knex)).toBe(before);
    }
    for (const play of done) await call({ ...round, begin: new Date(round.begin.getTime() - 40 * DAY_MS) }, { ...play, op: 'ensure' });
    expect(await ledgerState(db.knex)).toBe(before);
    expect(done.length).toBeGreaterThan(30);
  });
});
