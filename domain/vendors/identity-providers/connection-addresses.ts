import { config } from '#domain/platform/config.ts';

/**
 * Returns the redirect URI of an OpenID Connect connection. Each connection has its own, so that no provider's answer can pass for
 * another's.
 */
export const redirectUri = (id: string): string => `${config().publicOrigin}/sign-in/organisation/${id}`;

/** Returns the address at which an OpenID provider reports that it has ended a session (Back-Channel Logout 1.0). */
export const logoutUri = (id: string): string => `${redirectUri(id)}/logout`;

/**
 * Returns the address a SAML provider sends people back to (`acs`), and our entity id, which is also the address of our metadata.
 * @param id of the connection
 */
export const samlAddresses = (id: string): { readonly acs: string; readonly entityId: string } => ({
  acs: `${redirectUri(id)}/acs`,
  entityId: `${config().publicOrigin}/api/auth/organisation/${id}/metadata.xml`,
});
