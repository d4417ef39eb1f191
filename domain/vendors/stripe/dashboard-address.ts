import { lookup } from '#contract/platform/lookup.ts';
import type { PaymentSettings } from '#domain/platform/payment-settings.ts';

/** The pages of Stripe's dashboard by the prefix of an id. */
const PAGES: Readonly<Record<string, string>> = lookup({
  ch: 'payments',
  cus: 'customers',
  dp: 'disputes',
  du: 'disputes',
  evt: 'events',
  pi: 'payments',
  po: 'payouts',
  price: 'prices',
  sub: 'subscriptions',
});

/**
 * Returns where Stripe's dashboard shows an object. Null when the id is not Stripe's, or when the sandbox stands in for Stripe, because it has
 * no dashboard.
 */
export function dashboardAddress(id: string, mode: PaymentSettings['mode']): string | null {
  const page = PAGES[/^([a-z]+)_\w+$/.exec(id)?.[1] ?? ''];
  if (page === undefined || mode === 'sandbox') return null;
  return `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}${page}/${id}`;
}
