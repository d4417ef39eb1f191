import { createHash, createHmac, randomBytes } from 'node:crypto';
import { config } from '#domain/platform/config.ts';

export type LinkKind = 'verify-email' | 'reset-password' | 'parental-consent';

/**
 * Generates the secret of a link: 32 random bytes. The mail's row stores the seed and the link's row the hash. The token in the link is
 * derived from the seed and the installation's secret and is stored nowhere, so read access to the database is not enough to use it.
 */
export function newSecret(kind: LinkKind): { seed: string; tokenHash: Buffer } {
  const seed = newToken();
  return { seed, tokenHash: hashToken(tokenOf(kind, seed)) };
}

export function tokenOf(kind: LinkKind, seed: string): string {
  return createHmac('sha256', config().sessionSecret).update(`link:${kind}:${seed}`).digest('base64url');
}

/** Generates a 256-bit random secret that only its holder knows, such as a session cookie's. The database stores its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
