import { reserveTokens } from '#domain/billing/ledger/hold.commands.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { transact } from '#domain/platform/database.ts';
import type { Person } from '#api/testing/test-api.ts';
import type { useBilling } from './billing-stack.factory.ts';

/** Helpers for buyers: purchases, holdings, and disputes by their bank. */
export function useBuyers(billing: ReturnType<typeof useBilling>) {
  /** Buys a plan, or a number of tokens. @returns ids of the payment and the order */
  async function buy(person: Person, what: string | number): Promise<{ payment: string; order: string }> {
    const { order_id: order } = await billing.purchase(person, what);
    // reading the wallet grants this month's tokens of the plan
    await billing.as(person).get(`/api/user-tokens/${person.userId}`);
    const { id: payment } = (await billing
      .knex()('billing_payment')
      .where({ account_id: person.userId })
      .orderBy('created_at', 'desc')
      .first())!;
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
    orderStatus: async (id: string): Promise<string> => (await billing.knex()('billing_order').where({ id }).first('status'))!.status,

    /** Returns the spendable tokens that a plan has granted, as of a given time. */
    async ofPlan(person: Person, at = new Date()): Promise<number> {
      await walletBalance(person.userId, at);
      const lots = await billing.knex()('token_lot').where({ owner_id: person.userId }).whereNotNull('subscription_id').pluck('remaining');
      return lots.reduce((sum: number, part: number) => sum + part, 0) / 100;
    },

    /** Reserves tokens of a user, like running work. */
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

    /** Makes the cardholder's bank open or decide a dispute, and delivers the event. */
    async dispute(payment: string, status: 'created' | 'won' | 'lost'): Promise<void> {
      const { stripe_payment_intent_id: intent } = (await billing.knex()('billing_payment').where({ id: payment }).first())!;
      await billing.control('POST', 'dispute', { payment_intent: intent, status });
      await billing.settle();
    },

    /** Returns the kinds of alarms about a user, in the order in which they were raised. */
    alarmsOf: async (person: Person): Promise<string[]> =>
      billing.knex()('billing_alarm').where({ account_id: person.userId }).orderBy('at').pluck('kind'),
  };
}
