import { reserveTokens } from '#domain/billing/ledger/reserve-tokens.command.ts';
import { walletBalance } from '#domain/billing/wallet/wallet-balance.queries.ts';
import { transact } from '#domain/platform/database.ts';
import type { Person } from '#api/testing/test-api.ts';
import type { useBilling } from './billing-stack.factory.ts';

/** People who have bought something, what they hold of it, and what their bank does about it. */
export function useBuyers(billing: ReturnType<typeof useBilling>) {
  /** Buys a plan, or tokens by their number. @returns the payment's and the order's id */
  async function buy(person: Person, what: string | number): Promise<{ payment: string; order: string }> {
    const { session_id, order_id: order } = await billing.checkout(person, what);
    await billing.pay(session_id);
    await billing.settle();
    // the plan's tokens of this month are given when somebody looks
    await billing.holdings(person);
    const { id: payment } = await billing
      .knex()('billing_payment')
      .where({ account_id: person.userId })
      .orderBy('created_at', 'desc')
      .first();
    return { payment, order };
  }

  return {
    buy,
    async buyer(what: string | number): Promise<{ person: Person; payment: string; order: string }> {
      const person = await billing.someone();
      return { person, ...(await buy(person, what)) };
    },
    refund: (person: Person, payment: string) => billing.as(person).post(`/api/subscription/invoices/${payment}/refund`),
    stateOf: (payment: string) => billing.knex()('billing_payment').where({ id: payment }).first('status', 'refunded_cents', 'disputed'),
    lot: (order: string) => billing.knex()('token_lot').where({ order_id: order }).first('remaining', 'dead', 'frozen', 'held'),
    orderStatus: async (id: string): Promise<string> => (await billing.knex()('billing_order').where({ id }).first('status')).status,

    /** What can be spent of the tokens that a plan has given, when its owner looks at that moment. */
    async ofPlan(person: Person, at = new Date()): Promise<number> {
      await walletBalance(person.userId, at);
      const lots = await billing.knex()('token_lot').where({ owner_id: person.userId }).whereNotNull('subscription_id').pluck('remaining');
      return lots.reduce((sum: number, part: number) => sum + part, 0) / 100;
    },

    /** Spends tokens of a person, as work does that is under way. */
    hold: (person: Person, tokens: number) =>
      transact((trx) =>
        reserveTokens(trx, {
          owner: { kind: 'user', id: person.userId },
          jobId: crypto.randomUUID(),
          centitokens: tokens * 100,
          expiresAt: new Date(Date.now() + 60_000),
          cause: 'Course: Beekeeping',
        }),
      ),

    /** The cardholder's bank takes a payment back, or decides about that; the news has arrived. */
    async dispute(payment: string, status: 'created' | 'won' | 'lost'): Promise<void> {
      const { stripe_payment_intent_id: intent } = await billing.knex()('billing_payment').where({ id: payment }).first();
      await billing.control('POST', 'dispute', { payment_intent: intent, status });
      await billing.settle();
    },

    /** Kinds of the alarms about somebody, in the order in which they were raised. */
    alarmsOf: async (person: Person): Promise<string[]> =>
      billing.knex()('billing_alarm').where({ account_id: person.userId }).orderBy('at').pluck('kind'),
  };
}
