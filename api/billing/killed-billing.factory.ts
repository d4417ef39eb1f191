import { afterAll, beforeAll, expect } from 'vitest';
import { killableProcess } from '#domain/testing/killed-process.factory.ts';
import { stripe } from '#domain/vendors/stripe/stripe.client.ts';
import type { useBilling } from './billing-stack.factory.ts';

/** Lets a test crash billing after each lasting change, in the database or at Stripe. */
export function useKills(billing: ReturnType<typeof useBilling>) {
  let store: ReturnType<typeof killableProcess>;
  const noteCall = ({ method }: { method: string }) => method !== 'GET' && store.changedElsewhere();
  beforeAll(() => {
    store = killableProcess();
  });
  afterAll(() => store.restore());

  return {
    /** Runs `act` up to a number of lasting changes, then crashes; another process takes over. @returns whether it crashed */
    async killAfter(changes: number, act: () => Promise<unknown>): Promise<boolean> {
      const client = stripe();
      client.on('response', noteCall);
      store.killAfter(changes);
      await act().catch(() => undefined);
      const isDead = store.isDead();
      client.off('response', noteCall);
      // a sweep without any crash would prove nothing
      expect(isDead || changes > 1, 'it crashes after the first change').toBe(true);
      await store.revive();
      // the crashed process's turn has expired
      await billing.knex()('subscription').whereNotNull('turn').update({ turn_until: billing.knex().fn.now() });
      return isDead;
    },
  };
}
