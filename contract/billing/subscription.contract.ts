import * as z from 'zod/mini';
import { whole, wholeText } from '#contract/platform/numbers.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { sentenceSchema } from '#contract/platform/sentence.contract.ts';

export const SUBSCRIPTION_STATES = ['trialing', 'active', 'past_due', 'canceled', 'incomplete', 'unpaid', 'paused'] as const;

const description = { description: z.string(), description_words: z.optional(sentenceSchema) };

/**
 * The parts of a refund: the requested payment, then upgrades of its plan. A refund of an upgrade alone also includes the unused part of
 * earlier payments (`is_rest`). Work done since is deducted at list price (`used`), so the total is less than the parts, and may be zero.
 */
const refundSum = z.object({
  /** The total: the parts minus the deduction. */
  amount_cents: z.int(),
  parts: z.array(z.object({ ...description, amount_cents: z.int(), is_rest: z.optional(z.boolean()) })),
  /** Courses taken from the plan's quota, and hundredths of a token spent; absent when nothing is deducted. */
  used: z.optional(z.object({ courses: z.int(), centitokens: z.int(), amount_cents: z.int() })),
});
export type RefundSum = z.infer<typeof refundSum>;

/** Why users cannot refund a payment themselves: the codes of `refundInvoice` that the list of payments knows beforehand. */
export const REFUND_REFUSALS = [
  'refund.not_paid',
  'refund.done',
  'refund.not_taken',
  'refund.charged_back',
  'refund.disputed',
  'refund.was_disputed',
  'refund.with_plan',
  'refund.event',
  'refund.exported',
  'refund.too_far',
  'refund.too_late',
  'refund.again',
  'refund.courses_used',
  'refund.used',
] as const;
export type RefundRefusal = (typeof REFUND_REFUSALS)[number];

const invoice = z.object({
  id: z.string(),
  at: z.string(),
  ...description,
  amount_cents: z.int(),
  /** `review`: the paid amount differs from the requested one, and an operator decides. */
  status: z.enum([
    'paid',
    'review',
    'open',
    'void',
    'refunded',
    'partially_refunded',
    'failed',
    'disputed',
    'charged_back',
    'refund_failed',
  ]),
  /** Stripe's page of the invoice; null if it has none. */
  url: z.nullable(z.string()),
  /** Whether users can still refund the payment themselves (PLAN-26). */
  refundable: z.boolean(),
  /** Why it is not refundable; absent when it is. */
  refusal: z.optional(z.enum(REFUND_REFUSALS)),
  /** The amount of a refund; null when the payment is not refundable. */
  refund: z.nullable(refundSum),
  /** The payment was for a marketplace course; absent for anything else. */
  is_course: z.optional(z.boolean()),
});

/** G13: a user without a plan has 'Free Plan' and no status. */
const currentSubscription = z.object({
  /** Display name, e.g. 'Premium', 'Free Plan'. */
  plan: z.string(),
  package_id: z.nullable(z.string()),
  status: z.nullable(z.enum(['Active', 'Trial', 'Payment due'])),
  interval: z.nullable(z.enum(['month', 'year'])),
  amount_cents: z.nullable(z.int()),
  /** Next renewal, or the end after a cancellation. */
  period_end: z.nullable(z.string()),
  trial_ends: z.nullable(z.string()),
  trial_days_left: z.nullable(z.int()),
  cancel_at_period_end: z.boolean(),
  /**
   * The subscription renews and is charged automatically at `period_end`. False when it was cancelled, when the account will be deleted
   * earlier, for a trial without a card and for a contract year.
   */
  renews: z.boolean(),
  /** A trial that ends without a charge, because no card is stored. */
  ends_by_itself: z.boolean(),
  /**
   * A downgrade, or a change from yearly to monthly, that takes effect at the end of the period; cancelling and resuming the plan meanwhile
   * does not discard it.
   */
  next_package_id: z.nullable(z.string()),
  /** Paid through Stripe, which has card, invoices and portal. False for our own trial. */
  has_payment_account: z.boolean(),
});
export type CurrentSubscription = z.infer<typeof currentSubscription>;

/** The caller's plan and its status; 'Free Plan' without a subscription (PAY-25). */
export const getSubscription = defineEndpoint({
  name: 'getSubscription',
  method: 'GET',
  path: '/api/subscription',
  summary: 'The current plan, its renewal and its trial.',
  auth: 'user',
  scopes: ['account:read'],
  responses: { 200: currentSubscription },
  errors: [],
});

export const listInvoices = defineEndpoint({
  name: 'listInvoices',
  method: 'GET',
  path: '/api/subscription/invoices',
  summary: 'Payments and invoices, newest first.',
  auth: 'user',
  personOnly: 'payment',
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z._default(wholeText(1, 50), 20),
  }),
  responses: { 200: z.object({ invoices: z.array(invoice), next_cursor: z.nullable(z.string()) }) },
  errors: ['validation.failed'],
});

const changeBody = z.object({ package_id: z.string().check(z.maxLength(60)) });
const subscriptionErrors = [
  'validation.failed',
  'payments.not_configured',
  'payments.unavailable',
  'subscription.none',
  'subscription.unchanged',
  'payments.declined',
  'payments.to_confirm',
] as const;

/** Returns the cost of a change today, before it is made. */
export const previewChange = defineEndpoint({
  name: 'previewChange',
  method: 'POST',
  path: '/api/subscription/preview',
  summary: 'The cost of changing the plan, now and later.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  readBy: 'no_text',
  body: changeBody,
  example: { package_id: 'pro' },
  responses: {
    200: z.object({
      package_id: z.string(),
      direction: z.enum(['upgrade', 'downgrade']),
      /** Charged today, in cents; 0 for a downgrade, which takes effect at the end of the period. */
      due_now_cents: z.int(),
      starts_at: z.string(),
      proration_date: z.nullable(z.int()),
    }),
  },
  errors: subscriptionErrors,
  limit: 'checkout',
});

/**
 * Upgrades immediately with proration; downgrades, and changes from yearly to monthly, take effect at the end of the period. Choosing the
 * current plan reverts a planned change.
 */
export const changeSubscription = defineEndpoint({
  name: 'changeSubscription',
  method: 'POST',
  path: '/api/subscription/change',
  summary: 'Change to another plan.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  age: 'purchase',
  body: z.extend(changeBody, {
    proration_date: z.optional(whole(0)),
    /** The amount due now that the caller was shown. A change that would charge more is refused. */
    accepted_cents: z.optional(whole(0)),
  }),
  example: { package_id: 'pro' },
  responses: { 200: currentSubscription },
  errors: [...subscriptionErrors, 'subscription.price_changed'],
  limit: 'checkout',
});

export const cancelSubscription = defineEndpoint({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/api/subscription/cancel',
  summary: 'End the plan when its period ends. Cancelling again changes nothing.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  responses: { 200: currentSubscription },
  errors: ['payments.not_configured', 'payments.unavailable', 'subscription.none'],
  limit: 'checkout',
});

export const resumeSubscription = defineEndpoint({
  name: 'resumeSubscription',
  method: 'POST',
  path: '/api/subscription/resume',
  summary: 'Undo a cancellation before the period ends.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  age: 'purchase',
  responses: { 200: currentSubscription },
  errors: ['payments.not_configured', 'payments.unavailable', 'subscription.none'],
  limit: 'checkout',
});

export const openPortal = defineEndpoint({
  name: 'openPortal',
  method: 'POST',
  path: '/api/subscription/portal',
  summary: 'The address of Stripe’s page for changing the card and viewing invoices.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  opensNothing: 'leads the caller to somebody’s page, and back',
  readBy: 'sender',
  body: z.optional(z.object({ origin_url: z.optional(z.string().check(z.maxLength(300))) })),
  example: {},
  responses: { 200: z.object({ url: z.string() }) },
  errors: ['validation.failed', 'payments.not_configured', 'payments.unavailable', 'subscription.none'],
  limit: 'checkout',
});

/** PLAN-26: possible within 14 days, once in 12 months; the order's unspent tokens are revoked. */
export const refundInvoice = defineEndpoint({
  name: 'refundInvoice',
  method: 'POST',
  path: '/api/subscription/invoices/:invoice_id/refund',
  summary: 'Refund a payment within 14 days.',
  auth: 'user',
  offline: 'never',
  personOnly: 'payment',
  opensNothing: 'the payment service’s receipt, which its payer had',
  params: z.object({ invoice_id: z.string() }),
  query: z.object({
    /** The amount that the caller was shown. A refund that would be smaller is refused. */
    least_cents: z.optional(wholeText(0)),
  }),
  responses: { 200: z.extend(invoice, { given: refundSum }) },
  errors: [
    'validation.failed',
    'refund.less',
    'not_found',
    'payments.not_configured',
    'payments.unavailable',
    ...REFUND_REFUSALS,
    'refund.used_up',
    'refund.work_under_way',
  ],
  limit: 'checkout',
});
