import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';

/** What every endpoint may answer: the guard and the error mapper add it. */
const EVERYWHERE: readonly ErrorCode[] = ['limits.rate', 'csrf.refused', 'service.unavailable', 'service.storage_full', 'internal'];

/**
 * Returns the error codes that an endpoint may answer: those it declares, and those that its other declarations imply. Its document lists them,
 * and in tests an answer with any other code is a failure.
 */
export function declaredCodes(endpoint: Endpoint): Set<ErrorCode> {
  const codes = new Set([...endpoint.errors, ...EVERYWHERE]);
  // another's `user_id` is refused wherever it is sent
  if (endpoint.auth !== 'public') codes.add('auth.required').add('auth.token_invalid').add('access.denied');
  if (endpoint.proven) codes.add('auth.address_unproven');
  if (endpoint.age) for (const code of AGE_REFUSALS) codes.add(code);
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('validation.failed');
  if (endpoint.body || endpoint.upload) codes.add('body.malformed').add('body.too_large').add('body.unsupported_type');
  if (endpoint.socket) codes.add('method_not_allowed');
  return codes;
}
