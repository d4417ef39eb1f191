import type Stripe from 'stripe';
import { invalid } from '../http/stripe-api-error.ts';
import { idOf, type World } from '../state/world.ts';
import { blank } from '../state/blank.ts';

/** Deadline for evidence, in s. */
const EVIDENCE_WITHIN_S = 9 * 86_400;

/**
 * Opens a dispute: the cardholder's bank withdraws the funds immediately, as at Stripe.
 * @throws StripeApiError if the charge was disputed before
 */
export function openDispute(world: World, charge: Stripe.Charge): Stripe.Dispute {
  if (charge.disputed) throw invalid(`Charge ${charge.id} is disputed already.`, 'charge', 'charge_disputed');
  const now = world.now(charge.customer);
  const dispute: Stripe.Dispute = {
    id: world.id('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: blank('evidence'),
    evidence_details: {
      due_by: now + EVIDENCE_WITHIN_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: idOf(charge.payment_intent),
    reason: 'fraudulent',
    status: 'needs_response',
  };
  world.store.put('disputes', dispute);
  charge.disputed = true;
  world.store.put('charges', charge);
  world.emit('charge.dispute.created', dispute);
  world.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Closes a dispute with the bank's decision. @throws StripeApiError if it is already closed */
export function closeDispute(world: World, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid(`Dispute ${dispute.id} is closed: ${dispute.status}.`, 'status');
  world.update('disputes', dispute, 'charge.dispute.updated', () => (dispute.status = status));
  world.emit('charge.dispute.closed', dispute);
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}
