import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { whole } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName } from '#contract/platform/visible-name.ts';
import { userSchema } from '#contract/identity/identity.contract.ts';

const origin = z.optional(z.string().check(z.maxLength(300)));
const paymentUrl = z.object({ url: z.string(), session_id: z.string(), order_id: z.string() });
const paymentErrors = [
  'trial.unverified',
  'validation.failed',
  'access.denied',
  'payments.not_configured',
  'payments.unavailable',
  'payments.already_subscribed',
  'idempotency.body_mismatch',
  'organisation.already_member',
  'limits.rate',
] as const;

/**
 * PAY-02 and PAY-03: accepts both bodies of the specification. The purchase is looked up in the catalogue by `package_id`, or by
 * `subscription_package` (a plan's id, tier or name) with `billing_period`; all other fields, above all amounts, are ignored.
 */
export const createCheckoutSession = defineEndpoint({
  name: 'createCheckoutSession',
  method: 'POST',
  path: '/api/create-checkout-session',
  summary: 'Start the purchase of a plan; returns the payment page’s address.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  headers: ['Idempotency-Key'],
  age: 'purchase',
  body: z.object({
    user_id: identifier,
    package_id: z.optional(z.string().check(z.maxLength(60))),
    subscription_package: z.optional(z.string().check(z.maxLength(60))),
    billing_period: z.optional(z.enum(['monthly', 'yearly', 'month', 'year'])),
    organisation_name: z.optional(visibleName(120)),
    origin_url: origin,
    /** Return path within this product after the payment; any page reads `?session_id` (G43). */
    return_path: z.optional(z.string().check(z.maxLength(300))),
    /** Return path after cancelling; `return_path` when absent. */
    cancel_path: z.optional(z.string().check(z.maxLength(300))),
  }),
  example: { user_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d', package_id: 'starter' },
  responses: { 200: paymentUrl },
  // the buyer of an organisation's plan becomes its owner
  errors: [...paymentErrors, 'age.unknown', 'age.too_young'],
  limit: 'checkout',
});

/** Buys the token package with `token_amount` base tokens: the request has no other id (PAY-04, G10). */
export const purchaseTokens = defineEndpoint({
  name: 'purchaseTokens',
  method: 'POST',
  path: '/api/purchase-tokens',
  summary: 'Start the purchase of tokens; returns the payment page’s address.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  headers: ['Idempotency-Key'],
  age: 'purchase',
  body: z.object({
    user_id: identifier,
    token_amount: whole(0),
    origin_url: origin,
    return_path: z.optional(z.string().check(z.maxLength(300))),
  }),
  example: { user_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d', token_amount: 100 },
  responses: { 200: paymentUrl },
  errors: paymentErrors,
  limit: 'checkout',
});

/**
 * PAY-19, A05: `payment_status` is ours (`paid` once the order is fulfilled, trials included); Stripe's own status is in a separate field.
 */
export const paymentStatus = defineEndpoint({
  name: 'paymentStatus',
  method: 'GET',
  path: '/api/payments/status/:session_id',
  summary: 'The state of a payment. The call also fulfils an order that Stripe reports as paid.',
  auth: 'user',
  personOnly: 'payment',
  params: z.object({ session_id: z.string() }),
  responses: {
    200: z.object({
      success: z.boolean(),
      /** `review`: the paid amount differs from the requested one, and an operator decides; `refunded`: the operator returned the money. */
      payment_status: z.enum(['paid', 'unpaid', 'expired', 'failed', 'review', 'refunded']),
      /** The requested and received amounts of an order that was paid with a different amount; null otherwise, or if unknown. */
      due_cents: z.int(),
      received_cents: z.nullable(z.int()),
      stripe_status: z.enum(['open', 'complete', 'expired']),
      stripe_payment_status: z.nullable(z.string()),
      kind: z.enum(['subscription', 'tokens', 'organisation', 'course', 'event']),
      package_id: z.string(),
      /** Whole tokens bought; null unless the kind is 'tokens'. */
      tokens: z.nullable(z.int()),
      trial: z.boolean(),
    }),
  },
  errors: ['not_found'],
  limit: 'poll',
});

/**
 * Receives Stripe's signed events. The signature is verified on the raw bytes before parsing, so the route is mounted beside the guard's
 * JSON routes.
 */
export const WEBHOOK_PATH = '/api/webhooks/stripe';

/** AUTH-21, G04: starts the trial of a yearly plan without a card and without Stripe, once per user. */
export const activateTrial = defineEndpoint({
  name: 'activateTrial',
  method: 'POST',
  path: '/api/auth/trial/activate',
  summary: 'Start the free trial of a yearly plan.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  age: 'purchase',
  body: z.object({ user_id: identifier, package_id: z.string().check(z.maxLength(60)) }),
  example: { user_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a1d', package_id: 'starter' },
  responses: { 200: z.object({ user: userSchema }) },
  errors: ['validation.failed', 'access.denied', 'trial.used', 'trial.unverified', 'trial.not_offered', 'payments.already_subscribed'],
  limit: 'checkout',
});
