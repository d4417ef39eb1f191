import { keyAccess } from '#contract/key-access.ts';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';

/** Error codes that any endpoint can return, added by the guard and the error mapper. */
const EVERYWHERE: readonly ErrorCode[] = ['limits.rate', 'csrf.refused', 'service.unavailable', 'service.storage_full', 'internal'];

/**
 * Returns an endpoint's possible error codes: those it declares, and those that its other declarations imply. The document lists them, and
 * in tests an answer with any other code is a failure.
 */
export function declaredCodes(endpoint: Endpoint): Set<ErrorCode> {
  const codes = new Set([...endpoint.errors, ...EVERYWHERE]);
  if (endpoint.auth === 'launch') codes.add('lti.session_ended');
  // another user's `user_id` is refused in any part of the request
  if (endpoint.auth !== 'public') {
    codes.add('auth.required').add('auth.token_invalid').add('access.denied');
    codes
      .add('key.invalid')
      .add('key.network')
      .add('scopes' in keyAccess(endpoint) ? 'key.scope' : 'key.person_needed')
      .add('limits.rate');
    if (codes.has('tokens.insufficient')) codes.add('key.budget');
  }
  if (endpoint.proven) codes.add('auth.address_unproven');
  if (endpoint.age) for (const code of AGE_REFUSALS) codes.add(code);
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('validation.failed');
  if (endpoint.body || endpoint.upload) codes.add('body.malformed').add('body.too_large').add('body.unsupported_type');
  if (endpoint.socket) codes.add('method_not_allowed');
  return codes;
}
