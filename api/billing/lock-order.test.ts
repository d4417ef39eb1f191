import { afterAll, beforeAll, expect, it } from 'vitest';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

/** The order in which billing locks are taken (`lockBilling`). */
const RANKS = [
  'the person’s billing',
  'orders, plans, payments, refunds',
  'the person’s wallet',
  'the organisation',
  'its wallet',
] as const;
const ROWS = /^(billing_order|subscription|billing_payment|refund|billing_dispute)$/;

interface Query {
  readonly __knexUid: string;
  readonly sql: string;
  readonly bindings?: readonly unknown[];
}

/** Returns which of these locks a statement takes, and of which table; null if it takes none of them. */
function lockOf({ sql, bindings = [] }: Query): { rank: number; table: string } | null {
  if (sql.includes('pg_advisory_xact_lock')) return { rank: 0, table: 'advisory' };
  if (sql.includes('for no key update of w')) {
    const isPool = bindings.includes('organisation');
    return { rank: isPool ? 4 : 2, table: isPool ? 'pool' : 'wallet' };
  }
  const table = /^\s*update "?(\w+)/.exec(sql)?.[1] ?? (/ for (no key )?update/.test(sql) ? /from "?(\w+)/.exec(sql)?.[1] : undefined);
  if (table && ROWS.test(table)) return { rank: 1, table };
  return table === 'organisation' || table === 'organisation_term' ? { rank: 3, table } : null;
}

const billing = useBilling();
const { buyer, refund, dispute } = useBuyers(billing);
const taken = new Set<string>();
const backwards: string[] = [];
/** Locks of the current transaction on each connection. */
const held = new Map<string, { highest: number; tables: Set<string> }>();

function note(query: Query): void {
  if (query.sql.startsWith('BEGIN')) return void held.set(query.__knexUid, { highest: 0, tables: new Set() });
  if (/^(COMMIT|ROLLBACK);?$/.test(query.sql)) return void held.delete(query.__knexUid);
  const transaction = held.get(query.__knexUid);
  const lock = transaction && lockOf(query);
  // a table that was locked in the right order may be written again later
  if (!lock || transaction.tables.has(lock.table)) return;
  taken.add(RANKS[lock.rank]!);
  if (lock.rank < transaction.highest) backwards.push(`${RANKS[lock.rank]} after ${RANKS[transaction.highest]}: ${query.sql}`);
  transaction.highest = Math.max(transaction.highest, lock.rank);
  transaction.tables.add(lock.table);
}

beforeAll(() => void billing.knex().on('query', note));
afterAll(() => void billing.knex().off('query', note));

it('purchases, upgrades, disputes and refunds take the locks on money in the same order', async () => {
  for (const what of [300, 'premium_monthly']) {
    const bought = await buyer(what);
    await refund(bought.person, bought.payment);
    await billing.settle();
    for (const outcome of ['won', 'lost'] as const) {
      const disputed = await buyer(what);
      await dispute(disputed.payment, 'created');
      await dispute(disputed.payment, outcome);
    }
  }
  const raised = await buyer('basic_monthly');
  await billing.as(raised.person).post('/api/subscription/change', { package_id: 'premium_monthly' });
  await billing.settle();
  const bundle = organisationPlanById('small_business')!;
  const owner = await billing.someone();
  const { session_id, order_id } = await billing.checkout(owner, bundle.id, { organisation_name: 'Apiary' });
  await billing.pay(session_id);
  await billing.settle();
  const { id } = (await billing.knex()('billing_payment').where({ order_id }).first('id'))!;
  await refund(owner, id);
  await billing.settle();
  const trying = await billing.someone();
  expect(
    await billing.as(trying).post('/api/auth/trial/activate', { user_id: trying.userId, package_id: 'standard_yearly' }),
  ).toMatchObject({ status: 200 });
  expect([...taken].toSorted()).toEqual([...RANKS].toSorted());
  expect([...new Set(backwards)]).toEqual([]);
});
