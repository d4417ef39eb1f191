import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { BADGE_ALGORITHMS, type BadgeAlgorithm } from '#contract/practice/certificate.contract.ts';
import { config } from '#domain/platform/config.ts';
import { notFound } from '#domain/platform/errors.ts';
import { installSecret } from '#domain/platform/install-secret.mjs';

/** RFC 8410: prefix of the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Public key (RFC 7517) as published; every member is text. */
export type PublicJwk = Record<string, string>;

interface SigningKey {
  readonly key: KeyObject;
  /** RFC 7638 thumbprint of the public key. */
  readonly thumbprint: string;
  /** URL at which the public key is published on its own; the `kid` of everything it signs. */
  readonly kid: string;
  readonly jwk: PublicJwk;
}

/** Any 32 bytes are an Ed25519 key, so it is derived from a secret; an RSA key has to be searched for, so it is stored itself. */
const privateKeys: Readonly<Record<BadgeAlgorithm, () => KeyObject>> = {
  EdDSA: () => {
    const seed = createHash('sha256').update(installSecret(config().dataDir, 'badges')).digest();
    return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  },
  RS256: () => {
    const make = () =>
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const stored = installSecret(config().dataDir, 'badges-rsa', '', make);
    return createPrivateKey({ key: Buffer.from(stored, 'base64'), format: 'der', type: 'pkcs8' });
  },
};

/**
 * Returns this installation's key for an algorithm, created on first use. Restoring the secrets `badges` and `badges-rsa` restores both
 * keys.
 */
export function badgeKey(algorithm: BadgeAlgorithm): SigningKey {
  const key = privateKeys[algorithm]();
  const shape = createPublicKey(key).export({ format: 'jwk' }) as PublicJwk;
  // the members that RFC 7638 requires, in its order
  const members = Object.fromEntries(['crv', 'e', 'kty', 'n', 'x'].flatMap((name) => (shape[name] ? [[name, shape[name]]] : [])));
  const thumbprint = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  const kid = `${config().publicOrigin}/api/badge-keys/${thumbprint}`;
  return { key, thumbprint, kid, jwk: { ...members, kid, alg: algorithm, use: 'sig' } };
}

/**
 * Returns the public keys for verifying certificates (RFC 7517). Certificates downloaded before kids were URLs name the Ed25519 key by its
 * thumbprint alone, so it is listed under both names.
 */
export function badgeKeys(): { keys: PublicJwk[] } {
  const early = badgeKey('EdDSA');
  return { keys: [...BADGE_ALGORITHMS.map((algorithm) => badgeKey(algorithm).jwk), { ...early.jwk, kid: early.thumbprint }] };
}

/** Returns the public key that the `kid` of a credential points to. @throws ProductError not_found */
export function getBadgeKey(thumbprint: string): PublicJwk {
  const found = BADGE_ALGORITHMS.map(badgeKey).find((one) => one.thumbprint === thumbprint);
  if (!found) throw notFound('key');
  return found.jwk;
}
