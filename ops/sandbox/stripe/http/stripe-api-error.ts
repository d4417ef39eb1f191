export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** Stripe's error object. */
export interface ErrorBody {
  type: ErrorType;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  doc_url?: string;
  [more: string]: unknown;
}

/** An error as Stripe answers it. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly error: ErrorBody;
  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** 400 invalid_request_error. */
export function invalid(message: string, param?: string, code?: string): StripeApiError {
  return new StripeApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
    ...(param ? { param } : {}),
  });
}

/** Returns 404 for the object of the URL, 400 for one named by a parameter. */
export function notFound(name: string, id: string, param?: string): StripeApiError {
  return new StripeApiError(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
    message: `No such ${name}: '${id}'`,
    param: param ?? 'id',
  });
}

/** 402 card_error. */
export function cardRefusal(message: string, code: string, declineCode: string | null, more: Record<string, unknown> = {}): StripeApiError {
  return new StripeApiError(402, { type: 'card_error', code, message, ...(declineCode ? { decline_code: declineCode } : {}), ...more });
}

/** Returns the error for a Stripe parameter that this sandbox does not support: refused, because ignoring it would look like success. */
export function notSimulated(what: string, param?: string): StripeApiError {
  return invalid(`The sandbox does not simulate ${what}.`, param, 'sandbox_not_simulated');
}
