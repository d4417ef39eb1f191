import { KEY_SCOPE_IDS } from '#contract/identity/key-scopes.ts';
import { useApp } from '#domain/identity/api-keys/api-key.commands.ts';
import type { LiveSession } from '#domain/identity/sessions/live-sessions.ts';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { findRecord, grantHash } from './oauth-record.commands.ts';

/** The resource that access tokens are for (RFC 8707). */
export const mcpResource = (): string => `${config().publicOrigin}/mcp`;

/**
 * Authenticates a connected app by its access token, within the scopes that the person agreed to and this token has.
 * @param ip address of the caller
 * @throws ProductError auth.token_invalid for a token that is unknown, expired, revoked, or for another resource; key.invalid, as `useKey`
 */
export async function useAccessToken(token: string, ip: string): Promise<LiveSession> {
  const refused = () => new ProductError('auth.token_invalid');
  // tokens of the provider have 43 characters
  if (token.length > 128) throw refused();
  const record = await findRecord('AccessToken', token);
  if (!record || record['aud'] !== mcpResource() || typeof record['grantId'] !== 'string') throw refused();
  const session = await useApp(grantHash(record['grantId']), ip);
  if (!session.key) throw refused();
  const held = new Set(String(record['scope'] ?? '').split(' '));
  return {
    ...session,
    key: { ...session.key, scopes: KEY_SCOPE_IDS.filter((scope) => held.has(scope) && session.key!.scopes.includes(scope)) },
  };
}
