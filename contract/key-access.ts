import { KEY_SCOPE_IDS, type KeyScope } from '#contract/identity/key-scopes.ts';
import { PERSON_ONLY } from '#contract/platform/endpoint-rules.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';

type Declared = Pick<Endpoint, 'scopes' | 'personOnly'>;

/** A key's access to an endpoint: by any of these scopes, or refused for a stated reason. */
export type KeyAccess = { readonly scopes: readonly KeyScope[] } | { readonly refused: string };

/**
 * Returns a key's access to an endpoint that is not public. An endpoint that declares neither scopes nor a reason, which does not compile,
 * is refused.
 */
export function keyAccess({ scopes, personOnly }: Declared): KeyAccess {
  if (scopes) return { scopes: scopes === 'any' ? KEY_SCOPE_IDS : scopes };
  return { refused: personOnly ? PERSON_ONLY[personOnly] : 'Nobody has decided yet.' };
}

/** Tells whether a key with these scopes can call an endpoint. */
export function mayKeyCall(endpoint: Declared, scopes: readonly KeyScope[]): boolean {
  const access = keyAccess(endpoint);
  return 'scopes' in access && access.scopes.some((scope) => scopes.includes(scope));
}
