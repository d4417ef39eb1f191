import { organisationPlanById, planById } from '#contract/billing/catalogue.ts';
import { callStripe, idOf, type StripeInvoice, type StripePrice, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';

type Line = StripeInvoice['lines']['data'][number];

/** Returns the lines that an invoice charges for; credits and free trial days are excluded. */
export const chargedLines = ({ lines }: StripeInvoice): Line[] => lines.data.filter(({ amount }) => amount > 0);

/** Returns the plan of a price. A plan may have had several prices over the years, and each names it; the lookup key belongs to the newest. */
export function packageOfPrice(price: Pick<StripePrice, 'metadata' | 'lookup_key'> | undefined): string | null {
  const id = price?.metadata?.package_id ?? price?.lookup_key ?? null;
  return id && (planById(id) ?? organisationPlanById(id)) ? id : null;
}

/** Returns the price of the line that reaches furthest: a change charges the new plan after crediting the rest of the old one. */
function chargedPrice(invoice: StripeInvoice): string | null {
  const [line] = chargedLines(invoice).toSorted((one, other) => other.period.end - one.period.end || other.amount - one.amount);
  return idOf(line?.pricing?.price_details?.price);
}

/** Returns the plan that a subscription's invoice charges for: the current one, or the one it changes to once paid. Null when it is neither. */
export function chargedPackage(invoice: StripeInvoice, { items, pending_update: pending }: StripeSubscription): string | null {
  const price = chargedPrice(invoice);
  const item = [...items.data, ...(pending?.subscription_items ?? [])].find((one) => one.price.id === price);
  return item ? packageOfPrice(item.price) : null;
}

/** Returns the same from an invoice alone; null when it charges for nothing of ours. @throws StripeFailure */
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
