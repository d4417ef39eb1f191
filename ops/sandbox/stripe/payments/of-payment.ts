import type Stripe from 'stripe';
import { only } from '../http/parameters.ts';
import type { Parameters } from '../schema/validate-request.ts';

type OfPayment = Pick<Stripe.Refund | Stripe.Dispute, 'charge' | 'payment_intent'>;

/** Those of a charge or a payment intent, when the list is asked for one. @throws StripeRefusal for parameters the list does not know */
export function ofPayment<Row extends OfPayment>(rows: readonly Row[], parameters: Parameters): Row[] {
  only(parameters, ['charge', 'payment_intent', 'limit', 'starting_after', 'ending_before', 'created']);
  const { charge, payment_intent: intent } = parameters;
  return rows.filter((row) => (charge === undefined || row.charge === charge) && (intent === undefined || row.payment_intent === intent));
}
