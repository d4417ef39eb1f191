import { organisationPlanById, planById } from '#contract/billing/catalogue.ts';
import { callStripe, idOf, type StripeInvoice, type StripePrice, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';

type Line = StripeInvoice['lines']['data'][number];

/** Returns the lines that an invoice charges for; credits and free trial days are excluded. */
export const chargedLines = ({ lines }: StripeInvoice): Line[] => lines.data.filter(({ amount }) => amount > 0);

/**
 * Returns the plan that a price belongs to. A plan may have had several prices over the years: each names the plan in its metadata, and the
 * newest also has the lookup key.
 */
export function packageOfPrice(price: Pick<StripePrice, 'metadata' | 'lookup_key'> | undefined): string | null {
  const id = price?.metadata?.package_id ?? price?.lookup_key ?? null;
  return id && (planById(id) ?? organisationPlanById(id)) ? id : null;
}

/**
 * Returns the price on the line with the latest period end: an invoice for a plan change credits the rest of the old plan and charges the
 * new one.
 */
function chargedPrice(invoice: StripeInvoice): string | null {
  const [line] = chargedLines(invoice).toSorted((one, other) => other.period.end - one.period.end || other.amount - one.amount);
  return idOf(line?.pricing?.price_details?.price);
}

/**
 * Returns the plan that a subscription's invoice charges for: the current plan, or the plan it changes to once paid. Null when the invoice
 * charges for neither.
 */
export function chargedPackage(invoice: StripeInvoice, { items, pending_update: pending }: StripeSubscription): string | null {
  const price = chargedPrice(invoice);
  const item = [...items.data, ...(pending?.subscription_items ?? [])].find((one) => one.price.id === price);
  return item ? packageOfPrice(item.price) : null;
}

/**
 * Returns the plan that an invoice charges for, when the subscription is not at hand; null when it charges for none of our plans.
 * @throws StripeFailure
 */
export async function fetchChargedPackage(invoice: StripeInvoice): Promise<string | null> {
  const id = chargedPrice(invoice);
  if (!id) return null;
  try {
    return packageOfPrice(await callStripe('prices.retrieve', 'price', (stripe) => stripe.prices.retrieve(id)));
  } catch (error) {
    if (isStripeFailure(error, 'missing')) return null;
    throw error;
  }
}
