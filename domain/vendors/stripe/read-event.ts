import { Stripe } from 'stripe';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** Maximum clock difference of an event's signature, in seconds, in both directions. The SDK checks only the past. */
const SKEW_S = 300;

/** The part of an event that we use: a hint that an object changed. */
export interface EventHint {
  readonly id: string;
  readonly type: string;
  /** Null for objects without an id, such as a balance or an upcoming invoice. */
  readonly objectId: string | null;
  readonly apiVersion: string | null;
  readonly createdAt: Date;
  /** The event is signed for us but belongs to test mode while we are live, or vice versa, and must be ignored. */
  readonly isOfOtherMode: boolean;
}

/**
 * Verifies and reads a signed event from its raw bytes.
 * @param header the Stripe-Signature header
 * @throws ProductError payments.webhook_invalid when none of our secrets signed exactly these bytes within the last five minutes, or when
 * it is not an event of this account; payments.not_configured
 */
export function readEvent(raw: Buffer, header: string): EventHint {
  const { mode, webhookSecrets } = config().payments;
  if (mode === 'off') throw new ProductError('payments.not_configured');
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1]);
  if (!(Math.abs(Date.now() / 1000 - signedAt) <= SKEW_S)) throw invalid('The signature has no time near now.');
  const event = webhookSecrets.map((secret) => verify(raw, header, secret)).find((found) => found !== null);
  if (!event) throw invalid('The signature does not fit.');
  const object = event.data?.object as { id?: unknown } | undefined;
  const objectId = object?.id;
  const isEvent =
    event.object === 'event' &&
    object !== undefined &&
    isId(event.id) &&
    isId(event.type) &&
    (objectId === undefined || isId(objectId)) &&
    Number.isSafeInteger(event.created) &&
    event.created > 0;
  if (!isEvent) throw invalid('It is not an event.');
  if (event.account) throw invalid('It is an event of another account.');
  return {
    id: event.id,
    type: event.type,
    objectId: objectId ?? null,
    apiVersion: event.api_version,
    createdAt: new Date(event.created * 1000),
    isOfOtherMode: event.livemode !== (mode === 'live'),
  };
}

function verify(raw: Buffer, header: string, secret: string): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(raw, header, secret, SKEW_S);
  } catch {
    return null;
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w.:-]{1,255}$/.test(value);
const invalid = (detail: string) => new ProductError('payments.webhook_invalid', detail);
