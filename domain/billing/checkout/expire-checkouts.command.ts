import { expression, sql } from '#domain/platform/sql.ts';
import { database } from '#domain/platform/database.ts';
import { callStripe } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';
import type { Order } from './order.ts';
import { settleOrder } from './settle-order.command.ts';

/** Which open payment pages to close: a user's pages of one kind, of one package, or all. */
interface Which {
  readonly accountId: string;
  readonly kind?: Order['kind'];
  readonly packageId?: string;
  /** All but the newest. */
  readonly keepNewest?: boolean;
  /** Except the page of the request with this key, which is being repeated. */
  readonly storeRunKey?: string | undefined;
}

/**
 * Closes open payment pages. A page that was paid at this very moment is settled instead: the buyer gets what was paid for.
 * @throws StripeFailure
 */
export async function expireCheckouts({ accountId, kind, packageId, keepNewest = false, storeRunKey }: Which): Promise<void> {
  const open = await database()('billing_order')
    .where({ account_id: accountId, status: 'open', ...(kind && { kind }), ...(packageId && { package_id: packageId }) })
    .whereNotNull('stripe_session_id')
    .modify((query) => storeRunKey && query.where(expression(database(), sql`client_key is distinct from ${storeRunKey}`)))
    .orderBy('id', 'desc')
    .select('id', 'stripe_session_id');
  for (const order of open.slice(keepNewest ? 1 : 0)) {
    try {
      await callStripe('checkout.sessions.expire', 'checkout.session', (stripe) =>
        stripe.checkout.sessions.expire(order.stripe_session_id!),
      );
    } catch (error) {
      if (!isStripeFailure(error) || error.kind === 'unavailable') throw error;
      if (error.kind === 'missing') {
        await database()('billing_order').where({ id: order.id, status: 'open' }).update({ status: 'expired' });
        continue;
      }
      // it is no longer open: settling fetches its outcome
    }
    await settleOrder(order.id);
  }
}
