import type { QueryClient } from '@tanstack/react-query';
import { aboutProduct } from '#frontend/lib/about.ts';
import { navigateTo } from '#frontend/lib/leave-page.ts';
import { t } from '#frontend/lib/text.ts';

/** Stripe's pages: checkout, customer portal, and creators' connected accounts. */
const STRIPE_ORIGINS: readonly string[] = ['https://checkout.stripe.com', 'https://billing.stripe.com', 'https://connect.stripe.com'];

/** Whether the browser may navigate to this address: one of Stripe's pages, or the one origin that the server names (the local sandbox). */
export function isPaymentAddress(url: string, configured: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return username === '' && password === '' && [...STRIPE_ORIGINS, configured].includes(origin);
}

/**
 * Navigates to the payment page.
 * @throws Error when the address is not a payment page: a user about to pay must not be sent to an unknown site
 */
export async function navigateToPayment(cache: QueryClient, url: string): Promise<void> {
  const { checkout_origin: configured } = await cache.ensureQueryData(aboutProduct);
  if (!isPaymentAddress(url, configured)) throw new Error(t('The server returned an unknown payment page.'));
  navigateTo(url);
}
