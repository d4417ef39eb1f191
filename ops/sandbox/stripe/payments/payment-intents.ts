import type Stripe from 'stripe';
import type { World } from '../state/world.ts';
import { blank } from '../state/blank.ts';

export interface PaymentOrder {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  methodTypes: string[];
}

/** Creates a payment intent without an attempt. */
export function createIntent(world: World, order: PaymentOrder): Stripe.PaymentIntent {
  const id = world.id('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    ...blank('payment_intent'),
    amount: order.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_sandbox`,
    confirmation_method: 'automatic',
    created: world.now(order.customer),
    currency: order.currency,
    customer: order.customer,
    description: order.description,
    metadata: order.metadata,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: order.methodTypes,
    receipt_email: order.receiptEmail,
    status: 'requires_payment_method',
  };
  world.store.put('payment_intents', intent);
  world.emit('payment_intent.created', intent);
  return intent;
}
