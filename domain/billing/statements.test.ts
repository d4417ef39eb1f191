import { beforeAll, describe, expect, it } from 'vitest';
import { listContracts } from '#domain/organisations/contract.queries.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { listAlarms } from './alarms/alarm.queries.ts';
import { livePlan } from './subscriptions/current-plan.queries.ts';
import { listInvoices } from './invoices/invoice.queries.ts';
import { reconcileBilling } from './events/reconcile-billing.command.ts';
import { warnOfTrialEnds } from './trials/warn-of-trial-end.command.ts';

const db = useTestDatabase();
const PEOPLE = 2_000;
let accountId: string;

beforeAll(async () => {
  // no payout is due: Stripe is not called
  setConfig({ ...config(), payments: { ...config().payments, mode: 'sandbox', secretKey: 'sk_test_none', reconcileAfterMs: 60_000 } });
  await db.knex.raw(
    `with people as (
       insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
       select gen_random_uuid(), 'payer-' || n || '@example.com', 'Ada', 'Okafor', '1', now() from generate_series(1, ${PEOPLE}) n returning id),
     plans as (
       insert into subscription (id, account_id, package_id, stripe_subscription_id, status, anchor, period_start, period_end)
       select gen_random_uuid(), id, 'basic_monthly', 'sub_' || id, 'active', now(), now(), now() + interval '30 days' from people),
     orders as (
       insert into billing_order (id, account_id, kind, package_id, catalogue_version, amount_cents, status, fulfilled_at, created_at)
       select gen_random_uuid(), id, 'tokens', 'tokens_100', 1, 999, 'fulfilled', now(), now() - month * interval '30 days'
         from people, generate_series(1, 3) month returning id, account_id),
     payments as (
       insert into billing_payment (id, account_id, order_id, stripe_payment_intent_id, reason, description, package_id, amount_cents, status, paid_at)
       select gen_random_uuid(), account_id, id, 'pi_' || id, 'purchase', '100 tokens', 'tokens_100', 999, 'paid', now() from orders returning id, account_id),
     refunds as (
       insert into refund (id, payment_id, account_id, stripe_refund_id, amount_cents, status, requested_by, reason)
       select gen_random_uuid(), id, account_id, 're_' || id, 1, 'succeeded', 'operator', 'x' from payments),
     disputes as (
       insert into billing_dispute (stripe_dispute_id, payment_id, account_id, status, closed)
       select 'dp_' || id, id, account_id, 'won', true from payments)
     insert into billing_alarm (id, kind, cause, subject, account_id)
     select gen_random_uuid(), 'order.review', id::text, 'x', id from people`,
  );
  ({ id: accountId } = await db.knex('account').first('id'));
  await db.knex('billing_order').insert({
    id: crypto.randomUUID(),
    account_id: accountId,
    kind: 'tokens',
    package_id: 'tokens_300',
    catalogue_version: 1,
    amount_cents: 2499,
    status: 'pending',
  });
  await db.knex.raw('vacuum analyze account, subscription, billing_order, billing_payment, refund, billing_dispute, billing_alarm');
});

/** Returns tables that grow with every customer and that the statements of `work` scan completely. */
async function readWhole(work: () => Promise<unknown>): Promise<string[]> {
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const note = (query: { sql: string; bindings: unknown[] }) => asked.push(query);
  db.knex.on('query', note);
  await work();
  db.knex.off('query', note);
  const whole: string[] = [];
  const walk = (node: { 'Node Type': string; 'Relation Name'?: string; Plans?: never[] }, sql: string) => {
    const table = node['Relation Name'] ?? '';
    if (node['Node Type'] === 'Seq Scan' && /^(account|subscription|refund|billing_.*)$/.test(table)) whole.push(`${table}: ${sql}`);
    node.Plans?.forEach((part) => walk(part, sql));
  };
  const statements = asked.filter(({ sql }) => /^\s*(select|with|update|insert)/.test(sql));
  expect(statements.length).toBeGreaterThan(0);
  for (const { sql, bindings } of statements) {
    const { rows } = await db.knex.raw(`explain (format json) ${sql.replaceAll(/\$\d+/g, '?')}`, bindings as never);
    walk(rows[0]['QUERY PLAN'][0].Plan, sql);
  }
  return whole;
}

describe(`among ${PEOPLE} who have paid, no table is read whole`, () => {
  it.each([
    ['a page of what somebody has paid', () => listInvoices({ accountId, limit: 20 })],
    ['somebody’s plan', () => livePlan(db.knex, accountId)],
    ['a page of alarms', () => listAlarms({ state: 'open', limit: 20 })],
    ['the reconciler’s look', reconcileBilling],
    ['the look for trials that end', warnOfTrialEnds],
    ['the newest contracts', listContracts],
  ])('for %s', async (_, work) => {
    expect(await readWhole(work)).toEqual([]);
  });
});
