import { describe, expect, it } from 'vitest';
import { findLedgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { purgeAccounts } from '#domain/identity/accounts/account-deletion.commands.ts';
import { database } from '#domain/platform/database.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

const billing = useBilling();
const { alarmsOf } = useBuyers(billing);

/** Pays by bank debit, which takes days; the account is deleted meanwhile. */
async function leftWhilePaying(what: string | number): Promise<{ person: Person; session: string; order: string }> {
  const person = await billing.someone();
  const { session_id: session, order_id: order } = await billing.checkout(person, what);
  await billing.pay(session, { method: 'bank' });
  await billing.settle();
  expect(await orderOf(order)).toMatchObject({ status: 'pending' });
  await database()('account')
    .where({ id: person.userId })
    .update({ deletion_due_at: database().raw(`now() - interval '1 second'`) });
  expect(await purgeAccounts()).toBe(1);
  return { person, session, order };
}
const orderOf = (id: string) => billing.knex()('billing_order').where({ id }).first('status', 'review_reason');
const arrives = (session: string) => billing.control('POST', 'async', { session, outcome: 'succeeded' });
const givenBack = async (order: string) => {
  const rows = await billing
    .knex()('refund')
    .join('billing_payment as p', 'p.id', 'payment_id')
    .where({ 'p.order_id': order })
    .select('refund.*');
  const { data } = await stripe().refunds.list({ limit: 100 });
  return rows.map((row) => ({
    status: row.status,
    reason: row.reason,
    cents: row.amount_cents,
    atStripe: data.filter(({ metadata }) => metadata?.refund_id === row.id).map(({ amount }) => amount),
  }));
};

describe('a bank pays after its account was deleted', () => {
  it.each([
    ['tokens', 300, 2499],
    ['a plan', 'basic_monthly', 1500],
  ] as const)(
    'for %s: nothing is granted, the money is refunded once without an operator, and an operator can see it',
    async (_, what, cents) => {
      const { person, session, order } = await leftWhilePaying(what);
      await arrives(session);
      await billing.settle();
      const ended = async () => {
        expect(await givenBack(order)).toEqual([{ status: 'succeeded', reason: 'the account was deleted', cents, atStripe: [cents] }]);
        expect(await orderOf(order)).toEqual({ status: 'review', review_reason: 'the account was deleted' });
        expect(await alarmsOf(person)).toEqual(['order.review']);
      };
      await ended();
      // delivered again, and reconciled again
      await billing.knex()('stripe_event').update({ state: 'pending' });
      await billing.work();
      await reconcileBilling();
      await ended();
      expect(await billing.knex()('token_lot').where({ owner_id: person.userId, source: 'purchase' })).toEqual([]);
      expect(await billing.knex()('subscription').where({ account_id: person.userId })).toEqual([]);
      const mails = await billing.knex()('outgoing_mail').whereLike('recipient', '%deleted.invalid');
      expect(mails).toEqual([]);
      expect(await findLedgerFaults(database())).toEqual([]);
    },
  );

  it('and every event is lost: the reconciler refunds it', async () => {
    const { session, order } = await leftWhilePaying(100);
    await billing.control('PUT', 'delivery', { mode: 'drop' });
    await arrives(session);
    await reconcileBilling();
    expect(await givenBack(order)).toMatchObject([{ status: 'succeeded', cents: 999, atStripe: [999] }]);
  });

  it('and the payment fails: nothing is owed', async () => {
    const { person, session, order } = await leftWhilePaying(100);
    await billing.control('POST', 'async', { session, outcome: 'failed' });
    await billing.settle();
    expect(await orderOf(order)).toMatchObject({ status: 'failed' });
    expect(await givenBack(order)).toEqual([]);
    expect(await alarmsOf(person)).toEqual([]);
  });
});
