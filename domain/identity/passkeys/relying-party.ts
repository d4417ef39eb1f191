import { config } from '#domain/platform/config.ts';

/** Whose passkeys these are: the configured origin and its host. A browser that came by another name is refused. */
export function relyingParty(): { readonly id: string; readonly origin: string } {
  const origin = config().publicOrigin;
  return { id: new URL(origin).hostname, origin };
}
