import { ProductError } from '#domain/platform/errors.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';

/**
 * unavailable: away, busy or slow, ask again; declined: the card was refused; missing: Stripe does not know the object; refused: Stripe
 * will not do it in the state things are in; broken: our key, our request or an answer that is no Stripe object.
 */
export type StripeFailureKind = 'unavailable' | 'declined' | 'missing' | 'refused' | 'broken';

const CODE_OF: Record<StripeFailureKind, ErrorCode> = {
  unavailable: 'payments.unavailable',
  declined: 'payments.declined',
  missing: 'payments.unavailable',
  refused: 'payments.unavailable',
  broken: 'payments.unavailable',
};

/** One call to Stripe failed. `message` names the call; ids and keys that Stripe quotes are taken out. */
export class StripeFailure extends ProductError {
  readonly kind: StripeFailureKind;
  /** Stripe's own code, e.g. `resource_missing`. */
  readonly stripeCode: string | null;
  /** Which parameter Stripe complains of. */
  readonly param: string | null;

  constructor(kind: StripeFailureKind, call: string, told: { message: string; code?: string | undefined; param?: string | undefined }) {
    super(CODE_OF[kind], undefined, { cause: new Error(`${call}: ${withoutSecrets(told.message)}`) });
    this.name = 'StripeFailure';
    this.kind = kind;
    this.stripeCode = told.code ?? null;
    this.param = told.param ?? null;
  }
}

/** Session ids open somebody's payment page, keys and signing secrets more: none belongs into a log. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(sk|rk|pk)_(test|live)_[\w*]+|\bwhsec_\w+/g, '[key]')
    .replace(/\bcs_(test|live)_\w+/g, 'cs_[id]')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}

export const isStripeFailure = (error: unknown, kind?: StripeFailureKind): error is StripeFailure =>
  error instanceof StripeFailure && (kind === undefined || error.kind === kind);
