import { ProductError } from '#domain/platform/errors.ts';
import { OutsideFailure } from '#domain/platform/secrets/outside-failure.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';

/**
 * unavailable: down, busy or slow, retry; declined: the card was refused; missing: Stripe does not know the object; refused: Stripe rejects
 * the call in the object's current state; broken: our key or request is wrong, or the answer is not a Stripe object.
 */
export type StripeFailureKind = 'unavailable' | 'declined' | 'missing' | 'refused' | 'broken';

const CODE_OF: Record<StripeFailureKind, ErrorCode> = {
  unavailable: 'payments.unavailable',
  declined: 'payments.declined',
  missing: 'payments.unavailable',
  refused: 'payments.unavailable',
  broken: 'payments.unavailable',
};

/** A call to Stripe failed. `message` names the call; ids and keys that Stripe quotes are removed. */
export class StripeFailure extends ProductError {
  readonly kind: StripeFailureKind;
  /** Stripe's own code, e.g. `resource_missing`. */
  readonly stripeCode: string | null;
  /** The parameter that Stripe rejects. */
  readonly param: string | null;

  constructor(kind: StripeFailureKind, call: string, details: { message: string; code?: string | undefined; param?: string | undefined }) {
    super(CODE_OF[kind], undefined, { cause: new OutsideFailure(`${call}: ${withoutSecrets(details.message)}`) });
    this.name = 'StripeFailure';
    this.kind = kind;
    this.stripeCode = details.code ?? null;
    this.param = details.param ?? null;
  }
}

/**
 * Removes secrets from a text for the log: session ids open a user's payment page, and keys and signing secrets are even more sensitive.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(sk|rk|pk)_(test|live)_[\w*]+|\bwhsec_\w+/g, '[key]')
    .replace(/\bcs_(test|live)_\w+/g, 'cs_[id]')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}

export const isStripeFailure = (error: unknown, kind?: StripeFailureKind): error is StripeFailure =>
  error instanceof StripeFailure && (kind === undefined || error.kind === kind);
