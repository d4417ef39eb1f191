import { randomUUID } from 'node:crypto';
import { captureHold } from '#domain/billing/ledger/capture-hold.command.ts';
import { ensureGrants } from '#domain/billing/ledger/ensure-grants.command.ts';
import { grantTokens } from '#domain/billing/ledger/grant-tokens.command.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { personOwner, type Owner } from '#domain/billing/ledger/owner.ts';
import { reserveTokens } from '#domain/billing/ledger/reserve-tokens.command.ts';
import { database, transact } from '#domain/platform/database.ts';
import { onBenchStore } from './bench-store.ts';
import { line, median, spread } from './figures.ts';

const OPERATIONS = 1_000;
const REPETITIONS = 3;
const CONCURRENCY = 12;
const WALLETS = 50;

/**
 * Grants, and reservations that are captured, per second on a durable Postgres, beside one plain INSERT per transaction on the same store with
 * the same number of connections: spread over many wallets, and all in one wallet, whose operations run one after another.
 */
export const bench = (): Promise<void> =>
  onBenchStore(CONCURRENCY, async ({ knex }) => {
    await knex.raw(
      'create table bare_insert (id uuid primary key, wallet text not null, amount bigint not null, at timestamptz not null default now())',
    );
    const people = await givenWallets(WALLETS);
    const one = [people[0]!];
    const rates: Record<string, number[]> = {};
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      for (const [name, work] of [
        ['plain INSERT', () => throughput(people, insert)],
        ['grant, many wallets', () => throughput(people, grant)],
        ['grant, one wallet', () => throughput(one, grant)],
        ['reserve + capture, many wallets', () => throughput(people, reserveAndCapture)],
        ['reserve + capture, one wallet', () => throughput(one, reserveAndCapture)],
      ] as const)
        (rates[name] ??= []).push(await work());
    }
    const bare = rates['plain INSERT']!;
    line('plain INSERT (baseline)', spread(bare, 'transactions a second', 0));
    for (const [name, measured] of Object.entries(rates).slice(1))
      line(name, `${spread(measured, 'a second', 0)}, ${(median(measured) / median(bare)).toFixed(2)} of plain`);
    const begin = performance.now();
    const faults = await ledgerFaults();
    const [{ count }] = (await knex.raw('select count(*) as count from ledger_entry')).rows;
    line(`proof of ${count} entries`, `${(performance.now() - begin).toFixed(0)} ms, ${faults?.length} faults`);
  });

async function givenWallets(count: number): Promise<Owner[]> {
  const owners = Array.from({ length: count }, () => personOwner(randomUUID()));
  for (const owner of owners) {
    await transact((trx) => ensureGrants(trx, owner));
    await grant(owner, 100_000_000);
  }
  return owners;
}

/** @returns operations per second */
async function throughput(owners: readonly Owner[], operation: (owner: Owner) => Promise<unknown>): Promise<number> {
  let next = 0;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let n = next++; n < OPERATIONS; n = next++) await operation(owners[n % owners.length]!);
    }),
  );
  return OPERATIONS / ((performance.now() - begin) / 1000);
}

const insert = (owner: Owner) => database()('bare_insert').insert({ id: randomUUID(), wallet: owner.id, amount: 1 });

const grant = (owner: Owner, centitokens = 100) =>
  transact((trx) => grantTokens(trx, { owner, source: 'purchase', centitokens, periodKey: randomUUID(), cause: 'Benchmark' }));

/** The operations of a course: reserved in one transaction, captured in another. */
async function reserveAndCapture(owner: Owner): Promise<void> {
  const jobId = randomUUID();
  const expiresAt = new Date(Date.now() + 60_000);
  await transact((trx) => reserveTokens(trx, { owner, jobId, centitokens: 3_100, cause: 'Benchmark', expiresAt }));
  await transact((trx) => captureHold(trx, { jobId, centitokens: 2_583 }));
}
