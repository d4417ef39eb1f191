import { expect } from 'vitest';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';
import { useKills } from './killed-billing.factory.ts';

/** Helpers with which users buy and act while the process crashes; call it once at the top of a test file. */
export function useProcessKills() {
  const billing = useBilling();
  const buyers = useBuyers(billing);
  const { buyer } = buyers;
  const { killAfter } = useKills(billing);

  /** Crashes the process after a lasting change; pending events then arrive twice, newest first, and the reconciler runs. @returns whether it crashed */
  const killAt = async (change: number, act: () => Promise<unknown>): Promise<boolean> => {
    const known = new Set((await billing.events()).map(({ id }) => id));
    await billing.control('PUT', 'delivery', { mode: 'hold' });
    const isDead = await killAfter(change, act);
    const told = (await billing.events()).map(({ id }) => id).filter((id) => !known.has(id));
    await billing.control('PUT', 'delivery', { delay_ms: 0, before_answer: true });
    await billing.control('POST', 'deliver', { event_ids: told.toReversed() });
    await billing.settle();
    await billing.control('POST', 'deliver', { event_ids: told.toReversed() });
    await reconcileBilling();
    await billing.settle();
    return isDead;
  };

  /** Returns what was paid, refunded and remains, here and at Stripe, and the owner's notifications. */
  const stateOf = async (person: Person) => {
    const payments = await billing.knex()('billing_payment').where({ account_id: person.userId }).orderBy('created_at');
    const given = await Promise.all(
      payments.map(async ({ stripe_payment_intent_id: intent }) =>
        (await stripe().refunds.list({ payment_intent: intent! })).data.reduce((sum, { amount }) => sum + amount, 0),
      ),
    );
    const held = await billing.holdings(person);
    return {
      payments: payments.map(({ reason, amount_cents, refunded_cents, status, disputed }) => ({
        reason,
        amount_cents,
        refunded_cents,
        status,
        disputed,
      })),
      given,
      held: { ...held, mails: held.mails.toSorted() },
      refunds: (await billing.knex()('refund').where({ account_id: person.userId })).map(({ status }) => status),
      orders: await billing.knex()('billing_order').where({ account_id: person.userId }).pluck('status'),
      alarms: (await billing.knex()('billing_alarm').where({ account_id: person.userId })).map(({ kind }) => kind).toSorted(),
      open: await billing.knex()('subscription').where({ account_id: person.userId }).select('status', 'package_id', 'intent'),
    };
  };

  /**
   * For each lasting change, lets a new user buy and act, and crashes the process after the change; the final state must be the same as
   * without a crash.
   * @param only the only change after which it crashes
   */
  const sweep = async (
    what: string | number,
    act: (person: Person, payment: string) => Promise<() => Promise<unknown>>,
    { again, only }: { again?: typeof buyers.refund; only?: number } = {},
  ): Promise<void> => {
    let expected: unknown = null;
    for (let change = Infinity, next = only ?? 1; ; change = next, next += 1) {
      const { person, payment } = await buyer(what);
      const isDead = await killAt(change, await act(person, payment));
      // a user who got an error retries
      await again?.(person, payment);
      await billing.settle();
      const end = await stateOf(person);
      expected ??= end;
      if (change !== Infinity) {
        expect(end, `killed after ${change} changes`).toEqual(expected);
        if (!isDead || only !== undefined) return;
      }
    }
  };

  return { billing, ...buyers, killAt, stateOf, sweep };
}
