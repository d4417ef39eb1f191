import { organisationPlanById, planById } from '#contract/billing/catalogue.ts';
import { callStripe, idOf, type StripeInvoice, type StripePrice, type StripeSubscription } from '#domain/vendors/stripe/stripe.client.ts';
import { isStripeFailure } from '#domain/vendors/stripe/stripe-failure.ts';

type Line = StripeInvoice['lines']['data'][number];

/** The lines that an invoice charges for; what they credit is not among them, and the days of a trial charge nothing. */
export const chargedLines = ({ lines }: StripeInvoice): Line[] => lines.data.filter(({ amount }) => amount > 0);

/** Which plan a price is of. Of several prices of one plan over the years, each knows it; the lookup key belongs to the newest. */
export function packageOfPrice(price: Pick<StripePrice, 'metadata' | 'lookup_key'> | undefined): string | null {
  const id = price?.metadata?.package_id ?? price?.lookup_key ?? null;
  return id && (planById(id) ?? organisationPlanById(id)) ? id : null;
}

/** Of several lines the one that reaches furthest: what a plan becomes is charged after what is left of the old one. */
function chargedPrice(invoice: StripeInvoice): string | null {
  const [line] = chargedLines(invoice).toSorted((one, other) => other.period.end - one.period.end || other.amount - one.amount);
  return idOf(line?.pricing?.price_details?.price);
}

/** The plan that an invoice of a subscription charges for: what it is, or what it becomes once that is paid. Null when it is neither. */
export function chargedPackage(invoice: StripeInvoice, { items, pending_update: pending }: StripeSubscription): string | null {
  const price = chargedPrice(invoice);
  const item = [...items.data, ...(pending?.subscription_items ?? [])].find((one) => one.price.id === price);
  return item ? packageOfPrice(item.price) : null;
}

/** The same of an invoice alone; null when it charges for nothing of ours. @throws StripeFailure */
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
