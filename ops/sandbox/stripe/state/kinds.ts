import type Stripe from 'stripe';
import type { OnboardingLink } from '../connect/accounts.ts';

/** A line of a future invoice. Cents; a credit is negative. */
export interface InvoiceLine {
  amount: number;
  description: string;
  price: Stripe.Price;
  quantity: number;
  item: string;
  period: { start: number; end: number };
  proration: boolean;
}

/** The sandbox's own data about an object, which Stripe would not show. */
export interface Note {
  /** The object's id. */
  id: string;
  /** trial_will_end was sent for this subscription. */
  trialWarned?: boolean;
  /** The customer was deleted. */
  deleted?: boolean;
  /** When an asynchronous payment settles by itself, in s, and how. */
  settlesAt?: number;
  settles?: 'succeeded' | 'failed';
  /** A checkout session's parameters beyond its displayed fields. */
  checkout?: CheckoutPlan;
  /** Completed periods of a subscription; the next one starts this many intervals after its anchor. */
  period?: number;
  /** The invoice that a subscription's pending update waits for. */
  pendingInvoice?: string;
  /** The session of a pending bank debit. */
  session?: string;
  /** The current phase of a schedule, from 0. */
  phase?: number;
  /** Credits and debits for a subscription's next invoice. */
  pendingLines?: InvoiceLine[];
}

/** A session's parameters that take effect on its completion. */
export interface CheckoutPlan {
  lines: { price: string; quantity: number; item: string }[];
  trialEnd: number | null;
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause' | null;
  subscriptionMetadata: Record<string, string>;
  subscriptionDescription: string | null;
  paymentMetadata: Record<string, string>;
  paymentDescription: string | null;
  savesCard: boolean;
}

/** A pending delivery of an event. `nextAt` is in ms of the machine's clock. */
export interface Delivery {
  id: string;
  state: 'due' | 'held' | 'dropped' | 'delivered' | 'given-up' | 'none';
  attempts: number;
  copies: number;
  nextAt: number;
  rank: number;
  /** The receiver's answers; 0 for none. */
  answers: number[];
}

/** An answer stored for its Idempotency-Key. `at` is in ms of the machine's clock. */
export interface StoredAnswer {
  id: string;
  fingerprint: string;
  status: number;
  body: unknown;
  requestId: string;
  at: number;
}

/** All stored objects, by kind. References between Stripe's objects are ids. */
export interface Kinds {
  products: Stripe.Product;
  prices: Stripe.Price;
  customers: Stripe.Customer;
  balance_transactions: Stripe.CustomerBalanceTransaction;
  payment_methods: Stripe.PaymentMethod;
  sessions: Stripe.Checkout.Session;
  payment_intents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  disputes: Stripe.Dispute;
  subscriptions: Stripe.Subscription;
  schedules: Stripe.SubscriptionSchedule;
  invoices: Stripe.Invoice;
  invoice_payments: Stripe.InvoicePayment;
  accounts: Stripe.Account;
  onboarding_links: OnboardingLink;
  transfers: Stripe.Transfer;
  portal_configurations: Stripe.BillingPortal.Configuration;
  portal_sessions: Stripe.BillingPortal.Session;
  test_clocks: Stripe.TestHelpers.TestClock;
  events: StoredEvent;
  deliveries: Delivery;
  answers: StoredAnswer;
  notes: Note;
  settings: Settings;
}

export type Kind = keyof Kinds;

/** An event as sent; the SDK's union of 250 event types would need each one's object here. */
export interface StoredEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: { id: string; object: string }; previous_attributes?: Record<string, unknown> };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export const DELIVERY_MODES = ['normal', 'hold', 'drop'] as const;
export const DELIVERY_ORDERS = ['fifo', 'reverse', 'shuffle'] as const;

/** How events are delivered. `beforeAnswer`: before the request that caused them is answered. */
export interface DeliverySettings {
  mode: (typeof DELIVERY_MODES)[number];
  delay_ms: number;
  duplicate: number;
  order: (typeof DELIVERY_ORDERS)[number];
  seed: string;
  before_answer: boolean;
}

/** The one row of `settings`. */
export interface Settings {
  id: 'settings';
  /** Makes the ids of one installation differ from another's. */
  salt: string;
  serial: number;
  /** How far the sandbox's clock is ahead of the machine's, in s. */
  offset: number;
  /** The time at which it is frozen, in s; null if it runs. */
  frozen: number | null;
  /** How long a renewal's invoice is a draft before it is charged, in s. */
  draft_s: number;
  webhook: { url: string; secret: string } | null;
  delivery: DeliverySettings;
}
