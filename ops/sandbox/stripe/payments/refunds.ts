import type Stripe from 'stripe';
import { mergeMetadata, only, read } from '../http/parameters.ts';
import { invalid } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import { idOf, type World } from '../state/world.ts';

/** Refunds the rest of a charge, or a part. @throws StripeApiError if the amount exceeds what was paid */
export function createRefund(world: World, parameters: Parameters): Stripe.Refund {
  only(parameters, ['amount', 'charge', 'payment_intent', 'metadata', 'reason']);
  const charge = chargeOf(world, parameters);
  const left = charge.amount - charge.amount_refunded;
  if (left <= 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  if (charge.disputed) throw invalid(`Charge ${charge.id} has been charged back.`, undefined, 'charge_disputed');
  const amount = read<number>(parameters, 'amount') ?? left;
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount', 'amount_too_large');
  const refund: Stripe.Refund = {
    id: world.id('re'),
    object: 'refund',
    amount,
    balance_transaction: world.id('txn'),
    charge: charge.id,
    created: world.now(charge.customer),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    metadata: mergeMetadata({}, read(parameters, 'metadata')),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: read<Stripe.Refund['reason']>(parameters, 'reason') ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  world.store.put('refunds', refund);
  world.emit('refund.created', refund);
  world.update('charges', charge, 'charge.refunded', () => {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  });
  return refund;
}

function chargeOf(world: World, parameters: Parameters): Stripe.Charge {
  const { charge, payment_intent: intent } = parameters as Record<string, string | undefined>;
  if ((charge === undefined) === (intent === undefined))
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  if (charge !== undefined) return world.find('charges', charge, 'charge');
  const { latest_charge: latest, status } = world.find('payment_intents', intent ?? '', 'payment_intent');
  if (status !== 'succeeded')
    throw invalid(
      `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent_unexpected_state',
    );
  return world.store.must('charges', idOf(latest) ?? '');
}

/** Fails a refund that the bank rejected: the money returns to the seller. */
export function failRefund(world: World, refund: Stripe.Refund): Stripe.Refund {
  if (refund.status === 'failed') throw invalid(`Refund ${refund.id} has failed already.`, 'status');
  const charge = world.store.must('charges', idOf(refund.charge) ?? '');
  world.update('refunds', refund, 'refund.updated', () =>
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card', failure_balance_transaction: world.id('txn') }),
  );
  world.emit('refund.failed', refund);
  world.update('charges', charge, 'charge.updated', () => {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  });
  return refund;
}
