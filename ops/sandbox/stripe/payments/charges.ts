import type Stripe from 'stripe';
import type { TestCard } from '../customers/test-cards.ts';
import { idOf, type World } from '../state/world.ts';
import { blank } from '../state/blank.ts';

type Decline = NonNullable<TestCard['decline']>;

/** Creates a charge for a payment: succeeded, pending (a bank account), or failed with a reason. */
export function createCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  status: 'succeeded' | 'pending' | 'failed',
  decline: Decline | null,
): Stripe.Charge {
  const id = world.id('ch');
  const succeeded = status === 'succeeded';
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    ...blank('charge'),
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: succeeded ? world.id('txn') : null,
    billing_details: { address: null, email: method.billing_details.email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SANDBOX',
    captured: succeeded,
    created: world.now(intent.customer),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: { ...intent.metadata },
    outcome: outcomeOf(status, decline),
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method),
    receipt_email: intent.receipt_email,
    receipt_url: succeeded ? `${world.origin()}/receipts/${id}` : null,
    status,
  };
  world.store.put('charges', charge);
  return charge;
}

function outcomeOf(status: string, decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: decline ? '05' : null,
    network_status: decline ? 'declined_by_network' : status === 'pending' ? 'not_sent_to_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

/** Returns only the fields that distinguish payments; the SDK's type has every scheme's fields. */
function methodDetails(method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  const details =
    method.type === 'card'
      ? {
          type: 'card',
          card: {
            brand: method.card?.brand,
            last4: method.card?.last4,
            exp_month: method.card?.exp_month,
            exp_year: method.card?.exp_year,
            country: 'US',
            fingerprint: method.card?.fingerprint,
            funding: 'credit',
          },
        }
      : {
          type: 'us_bank_account',
          us_bank_account: {
            bank_name: method.us_bank_account?.bank_name,
            fingerprint: method.us_bank_account?.fingerprint,
            last4: method.us_bank_account?.last4,
          },
        };
  return details as Stripe.Charge.PaymentMethodDetails;
}
