import { beforeEach, expect, it } from 'vitest';
import { captureHold, reserveTokens } from '#domain/billing/ledger/hold.commands.ts';
import { readConsoleState } from '#domain/operator/console/console.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { rowsOf, sql, type Sql } from '#domain/platform/sql.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { buy, hold, dispute, refund } = useBuyers(billing);
let operator: Person;
let person: Person;

const one = async <Row>(statement: Sql): Promise<Row> => (await rowsOf<Row>(database(), statement))[0]!;
const number = async (expression: Sql): Promise<number> => Number((await one<{ n: string | number }>(sql`select ${expression} as n`)).n);

/** Somebody who has bought three times, had one refunded, one disputed, spent a part, and has work under way; and an order paid with too little. */
// once, and behind what the stack does before each test, which says where its events go
beforeEach(async () => {
  if (operator) return;
  operator = await billing.givenPerson('operator@example.com', { tokens: 0, roles: ['learner', 'operator'] });
  person = await billing.someone();
  const first = await buy(person, 100);
  await buy(person, 300);
  const third = await buy(person, 300);
  const { id: refunded } = (await billing.knex()('billing_payment').where({ order_id: first.order }).first())!;
  await refund(person, refunded);
  await billing.settle();
  // payments of one second have no order
  const { id: disputed } = (await billing.knex()('billing_payment').where({ order_id: third.order }).first())!;
  await dispute(disputed, 'created');
  const owner = { kind: 'user', id: person.userId } as const;
  const jobId = crypto.randomUUID();
  const cause = 'Course: Beekeeping';
  await transact((trx) => reserveTokens(trx, { owner, jobId, centitokens: 4_250, expiresAt: new Date(Date.now() + 60_000), cause }));
  await transact((trx) => captureHold(trx, { jobId, centitokens: 3_175 }));
  await hold(person, 21);
  const { session_id: page } = await billing.checkout(person, 100);
  await billing.control('PUT', 'delivery', { mode: 'drop' });
  await billing.pay(page);
  await billing.control('POST', 'session', { id: page, amount_total: 100 });
  await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
  await billing.status(person, page);
});

it('every figure of a wallet equals a count by SQL over its lots and over its ledger', async () => {
  const shown = (await billing.as(person).get(`/api/user-tokens/${person.userId}`)).json;
  const lots = (which: Sql) =>
    number(sql`(select coalesce(sum(remaining), 0) from token_lot where owner_id = ${person.userId} and ${which}) / 100.0`);
  const account = (kind: string) =>
    number(sql`(select balance from ledger_account where owner_id = ${person.userId} and unit = 'TOK' and kind = ${kind}) / 100.0`);
  expect(shown).toMatchObject({
    balance: await lots(sql`true`),
    daily_available: await lots(sql`source in ('daily', 'trial')`),
    monthly_available: await lots(sql`source = 'monthly'`),
    purchased_available: await lots(sql`source not in ('daily', 'trial', 'monthly')`),
    held: await account('held'),
    organisation_available: null,
  });
  expect(shown.held).toBe(21);
  // the proof means something: more than a part of one purchase is there, and less than both that stand
  expect([shown.purchased_available > 200, shown.purchased_available < 660]).toEqual([true, true]);
});

it('every movement is a row of the ledger, and the movements add up to the balance', async () => {
  const { movements } = (await billing.as(person).get('/api/usage/movements?limit=100')).json;
  const rows = await rowsOf<{ id: string; tokens: number; balance_after: number }>(
    database(),
    sql`select id, change::float8 / 100 as tokens, balance_after::float8 / 100 as balance_after
          from ledger_transaction where owner_id = ${person.userId} and unit = 'TOK' order by at desc, id desc`,
  );
  expect(movements.map(({ id, tokens, balance_after }: (typeof rows)[number]) => ({ id, tokens, balance_after }))).toEqual(rows);
  const { balance } = (await billing.as(person).get(`/api/user-tokens/${person.userId}`)).json;
  expect([rows.reduce((sum, { tokens }) => sum + Math.round(tokens * 100), 0) / 100, rows[0]!.balance_after]).toEqual([balance, balance]);
});

it('every invoice and every payment alarm has the sums of its payment', async () => {
  const payments = await rowsOf<{ id: string; amount_cents: number; left: number }>(
    database(),
    sql`select id, amount_cents::int, (amount_cents - refunded_cents - coalesce((select sum(amount_cents) from refund r
               where r.payment_id = p.id and status in ('requested', 'pending')), 0))::int as left
          from billing_payment p where account_id = ${person.userId}`,
  );
  expect(payments).toHaveLength(4);
  const sums = new Map(payments.map(({ id, amount_cents: sum }) => [id, sum]));
  const invoices: { id: string; amount_cents: number }[] = await billing.invoicesOf(person);
  expect(new Map(invoices.map(({ id, amount_cents: sum }) => [id, sum]))).toEqual(sums);
  const { alarms } = (await billing.as(operator).get('/api/operator/billing-alarms?limit=100')).json;
  expect(alarms.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['order.review', 'payment.disputed']);
  for (const { payment } of alarms) {
    const row = payments.find(({ id }) => id === payment.payment_id)!;
    expect(payment).toMatchObject({ amount_cents: row.amount_cents, left_cents: row.left });
  }
});

it('every count in the console’s header equals a count by SQL', async () => {
  const shown = await readConsoleState();
  const count = (from: Sql) => number(sql`(select count(*) ${from})`);
  const open = sql`from operator_alert where opened_at is not null and ended_at is null`;
  expect(shown).toMatchObject({
    alerts: { open: await count(open), unowned: await count(sql`${open} and owner_id is null`) },
    payments: await count(sql`from billing_alarm where acknowledged_at is null`),
    failed: await count(sql`from run where status = 'failed' and finished_at > now() - interval '1 day'`),
    batches: await count(sql`from batch where state in ('review', 'paused') and creator_id is null`),
    reports: await number(sql`(select count(distinct creator_course_id) from course_report where decided_at is null)`),
    workers: 0,
    texts: 0,
  });
  expect(shown.payments).toBe(2);
});
