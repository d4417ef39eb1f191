import { config } from '#domain/platform/config.ts';

/** Returns the WebAuthn relying party: the configured origin and its host. Browsers that use another host name are rejected. */
export function relyingParty(): { readonly id: string; readonly origin: string } {
  const origin = config().publicOrigin;
  return { id: new URL(origin).hostname, origin };
}
