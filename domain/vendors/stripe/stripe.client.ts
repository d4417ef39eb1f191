import { Stripe } from 'stripe';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import type { PaymentSettings } from '#domain/platform/payment-settings.ts';
import { StripeFailure } from './stripe-failure.ts';

/** Most calls keep a page waiting. Two tries of 8 s are the longest that a user waits. */
const TIMEOUT_MS = 8_000;
const RETRIES = 1;

let opened: { settings: PaymentSettings; client: Stripe } | null = null;

/**
 * Returns the process's Stripe client. It is always the real SDK; without keys its host is the sandbox.
 * @throws ProductError payments.not_configured
 */
export function stripe(): Stripe {
  const settings = config().payments;
  if (opened?.settings === settings) return opened.client;
  if (settings.mode === 'off') throw new ProductError('payments.not_configured', 'Payments are not set up on this installation yet.');
  const { secretKey, protocol, host, port } = settings;
  const client = new Stripe(secretKey, { protocol, host, port, timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false });
  opened = { settings, client };
  return client;
}

/**
 * Makes one call and checks the answer's type, because the SDK accepts any JSON without an `error` as an answer.
 * @param name of the call, for the log
 * @param object Stripe's name of the expected object type
 * @throws StripeFailure; ProductError payments.not_configured
 */
export async function callStripe<T extends { object: string }>(
  name: string,
  object: T['object'],
  call: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const client = stripe();
  let answer: T;
  try {
    answer = await outgoing('payments', () => call(client));
  } catch (error) {
    throw classifyStripeError(name, error);
  }
  const isWhole = answer?.object === object && (object === 'list' || typeof (answer as { id?: unknown }).id === 'string');
  if (isWhole) return answer;
  throw broken(name, { message: `the answer is no ${object}` });
}

/** Classifies an error of the SDK. */
export function classifyStripeError(name: string, error: unknown): StripeFailure {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) return broken(name, { message: error instanceof Error ? error.message : String(error) });
  const details = { message: error.message, code: error.code, param: error.param };
  if (error instanceof errors.StripeCardError) return new StripeFailure('declined', name, details);
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError)
    return new StripeFailure('unavailable', name, details);
  if (error.code === 'resource_missing') return new StripeFailure('missing', name, details);
  // another call with this key is in progress: its answer will be available shortly
  if (error.code === 'lock_timeout' || error.code === 'idempotency_key_in_use') return new StripeFailure('unavailable', name, details);
  if (error.statusCode === undefined || error.statusCode >= 500) return new StripeFailure('unavailable', name, details);
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError) return broken(name, details);
  if (error instanceof errors.StripeIdempotencyError) return broken(name, details);
  // their clock differs from ours: the caller handles it
  if (error.param === 'expires_at') return new StripeFailure('refused', name, details);
  return error.param || error.rawType !== 'invalid_request_error' ? broken(name, details) : new StripeFailure('refused', name, details);
}

/** Logs a bug or a wrong key: users see that payments are unavailable, operators see why. */
function broken(name: string, details: { message: string; code?: string | undefined; param?: string | undefined }): StripeFailure {
  const failure = new StripeFailure('broken', name, details);
  logger().error({ err: failure.cause, code: failure.stripeCode, param: failure.param }, 'stripe: rejected a malformed request from here');
  return failure;
}

// the Stripe types that billing commands use; nothing else imports the SDK
export type StripeSession = Stripe.Checkout.Session;
export type StripeSessionParams = Stripe.Checkout.SessionCreateParams;
export type StripeSubscription = Stripe.Subscription;
export type StripeSchedule = Stripe.SubscriptionSchedule;
export type StripeInvoice = Stripe.Invoice;
export type StripePrice = Stripe.Price;
export type StripeIntent = Stripe.PaymentIntent;
export type StripeRefund = Stripe.Refund;
export type StripeAccount = Stripe.Account;
export type StripeTransfer = Stripe.Transfer;
export type StripeDispute = Stripe.Dispute;

/** Returns the id of a reference, expanded or not. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
/** Converts Stripe's seconds to a date. */
export const dateOf = (seconds: number): Date => new Date(seconds * 1000);
