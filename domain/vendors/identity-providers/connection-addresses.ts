import { config } from '#domain/platform/config.ts';

/** Returns the redirect URI of a connection (OpenID Connect): each has its own, so that no provider's answer can be taken for another's. */
export const redirectUri = (id: string): string => `${config().publicOrigin}/sign-in/organisation/${id}`;

/** Where an OpenID provider tells us that it has ended a session (Back-Channel Logout 1.0). */
export const logoutUri = (id: string): string => `${redirectUri(id)}/logout`;

/** Where a SAML provider sends people back, and by which name it knows us, which is the address of our metadata. @param id of the connection */
export const samlAddresses = (id: string): { readonly acs: string; readonly entityId: string } => ({
  acs: `${redirectUri(id)}/acs`,
  entityId: `${config().publicOrigin}/api/auth/organisation/${id}/metadata.xml`,
});
