import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import { reconcileBilling } from '#domain/billing/events/reconcile-billing.command.ts';
import type { Person } from '#api/testing/test-api.ts';
import { useBilling } from './billing-stack.factory.ts';
import { useBuyers } from './buyers.factory.ts';

/**
 * Makes the process crash at its n-th call to Stripe, before it is sent or before its answer is read; later calls fail too. An unread
 * answer to a query changes nothing, like a query that was not sent, so `after` counts only calls that change something.
 */
export function dieAt(call: number, when: 'before' | 'after'): void {
  const { subscriptions, subscriptionSchedules } = stripe();
  let calls = 0;
  const mortal = (of: object, name: string) => {
    const methods = of as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const real = methods[name]!.bind(of);
    methods[name] = async (...given) => {
      calls += 1;
      if (calls > call || (calls === call && when === 'before')) throw new Error('died');
      const answer = await real(...given);
      if (calls === call) throw new Error('died');
      return answer;
    };
  };
  const questions = when === 'before' ? ['retrieve'] : [];
  for (const name of [...questions, 'update']) mortal(subscriptions, name);
  for (const name of [...questions, 'create', 'update', 'release']) mortal(subscriptionSchedules, name);
}

/** A plan that continues, as `next` from its next period on. */
export const going = (next: string | null) => ({ here: { ending: false, next, isOpen: false }, atStripe: { ending: false, next } });
/** A plan that ends with its period. */
export const ending = (next: string | null) => ({ here: { ending: true, next, isOpen: false }, atStripe: { ending: true, next: null } });

/** Creates plans that change in crashing processes; call it once at the top of a test file. */
export function useChangingPlans() {
  const billing = useBilling();
  const { buyer } = useBuyers(billing);
  const { planRowOf } = billing;

  /** Restarts the process, delivers all events, and runs the reconciler. */
  async function comeBack(): Promise<void> {
    billing.setPayments({});
    await billing.settle();
    await reconcileBilling();
    await billing.settle();
  }

  /** Returns our state, and what Stripe will do at the end of the period. */
  async function standing(person: Person) {
    const row = await planRowOf(person);
    const found = await stripe().subscriptions.retrieve(row!.stripe_subscription_id!, { expand: ['schedule'] });
    const phases = typeof found.schedule === 'object' ? (found.schedule?.phases ?? []) : [];
    const price = phases.length > 1 ? phases.at(-1)!.items[0]!.price : null;
    return {
      here: { ending: row!.cancel_at_period_end, next: row!.next_package_id, isOpen: Boolean(row!.intent) },
      atStripe: { ending: found.cancel_at_period_end, next: price && (await stripe().prices.retrieve(price as string)).lookup_key },
    };
  }
  return { billing, buyer, comeBack, standing };
}
