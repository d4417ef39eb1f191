import { createHash, createHmac, randomBytes } from 'node:crypto';
import { config } from '#domain/platform/config.ts';

export type LinkKind = 'verify-email' | 'reset-password' | 'parental-consent';

/**
 * A fresh secret for a link: 32 random bytes. The seed waits in the mail's row and the hash in the link's; the token that the link carries
 * stands in neither, because it is made of the seed with this installation's secret. Who reads the database cannot use it.
 */
export function newSecret(kind: LinkKind): { seed: string; tokenHash: Buffer } {
  const seed = randomBytes(32).toString('base64url');
  return { seed, tokenHash: hashToken(tokenOf(kind, seed)) };
}

export function tokenOf(kind: LinkKind, seed: string): string {
  return createHmac('sha256', config().sessionSecret).update(`link:${kind}:${seed}`).digest('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
