import { lookup } from '#contract/platform/lookup.ts';
import type { PaymentSettings } from '#domain/platform/payment-settings.ts';

type Mode = Pick<PaymentSettings, 'mode' | 'protocol' | 'host' | 'port'>;

/** Pages of Stripe's dashboard, by the prefix of an object's id. */
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
 * Returns the address of an object's page in Stripe's dashboard, or null. The sandbox stands in for Stripe, but has pages for disputes
 * only, where evidence is submitted.
 */
export function dashboardAddress(id: string, { mode, protocol, host, port }: Mode): string | null {
  const page = PAGES[/^([a-z]+)_\w+$/.exec(id)?.[1] ?? ''];
  if (page === undefined || mode === 'off') return null;
  if (mode === 'sandbox') return page === 'disputes' ? `${protocol}://${host}:${port}/${page}/${id}` : null;
  return `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}${page}/${id}`;
}
