import { beforeAll, describe, expect, it } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { listMovements } from './list-movements.queries.ts';
import { walletBalance } from './wallet-balance.queries.ts';

const db = useTestDatabase();
const MOVEMENTS = 10_000;
let accountId: string;

beforeAll(async () => {
  accountId = await givenOwner({ tokens: 1 });
  const { id: pool } = await givenOrganisation({ owner: { id: accountId, email: 'owner@example.com' } });
  // one every ten minutes in the user's wallet and as many by others in the pool; one in 250 is a revocation
  await db.knex.raw(
    `insert into ledger_transaction (id, idempotency_key, request_hash, unit, kind, owner_kind, owner_id, actor_id, cause, change, balance_after, at)
     select gen_random_uuid(), owner_kind || n, '', 'TOK', case when n % 250 = 0 then 'revoke' else 'reserve' end, owner_kind, owner_id, actor, 'x', 0, 0,
            now() - n * interval '10 minutes'
       from generate_series(1, ?) n, (values ('user', cast(? as text), null), ('organisation', ?, gen_random_uuid()::text)) o(owner_kind, owner_id, actor)`,
    [MOVEMENTS, accountId, pool],
  );
  await db.knex.raw(
    `insert into token_lot (id, owner_kind, owner_id, source, priority, amount, remaining, dead, effective_at, expires_at, period_key)
     select gen_random_uuid(), 'user', ?, 'daily', 10, 500, 0, 500, now() - (n + 1) * interval '1 day', now() - n * interval '1 day', 'long ago ' || n
       from generate_series(1, 1500) n`,
    [accountId],
  );
  await db.knex.raw('analyze ledger_transaction, token_lot');
});

/** Returns the blocks that the statements of `work` read, and the tables they scan. */
async function costOf(work: () => Promise<unknown>): Promise<{ blocks: number; scanned: string[] }> {
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const note = (query: { sql: string; bindings: unknown[] }) => asked.push(query);
  db.knex.on('query', note);
  await work();
  db.knex.off('query', note);
  let blocks = 0;
  const scanned: string[] = [];
  for (const { sql, bindings } of asked.filter((query) => query.sql.startsWith('select'))) {
    const { rows } = await db.knex.raw(`explain (analyze, buffers, format json) ${sql.replaceAll(/\$\d+/g, '?')}`, bindings as never);
    const walk = (node: { 'Node Type': string; 'Relation Name'?: string; Plans?: never[] }) => {
      if (node['Node Type'] === 'Seq Scan') scanned.push(node['Relation Name']!);
      node.Plans?.forEach(walk);
    };
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    walk(plan);
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return { blocks, scanned: scanned.filter((table) => /ledger_transaction|ledger_entry|token_lot/.test(table)) };
}

describe('a wallet with 10,000 movements', () => {
  it.each([
    ['its first page', {}],
    ['a page in its depth', { to: new Date(Date.now() - 50 * 86_400_000).toISOString().slice(0, 10) }],
    ['a kind that is rare', { kind: 'revoke' }],
  ] as const)('%s is read by an index', async (_, filter) => {
    const { blocks, scanned } = await costOf(() => listMovements({ accountId, limit: 20, ...filter }));
    expect(scanned).toEqual([]);
    expect(blocks).toBeLessThan(400);
  });

  it('the balance is read without its history', async () => {
    await walletBalance(accountId);
    const { blocks, scanned } = await costOf(() => walletBalance(accountId));
    expect(scanned).toEqual([]);
    expect(blocks).toBeLessThan(400);
  });
});
