import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Certificate } from '#contract/practice/certificate.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { config } from '#domain/platform/config.ts';
import { installSecret } from '#domain/platform/install-secret.mjs';

/** RFC 8410: prefix of the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the signing key of this installation, derived from its secret `badges` on first use; restoring that secret restores the key. */
function signingKey(): { key: KeyObject; jwk: Record<string, string>; id: string } {
  const seed = createHash('sha256').update(installSecret(config().dataDir, 'badges')).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const { crv, kty, x } = createPublicKey(key).export({ format: 'jwk' }) as Record<string, string>;
  const id = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { key, id, jwk: { kty: kty!, crv: crv!, x: x!, kid: id, alg: 'EdDSA', use: 'sig' } };
}

/** Returns the public keys for verifying certificates (RFC 7517). */
export const badgeKeys = (): { keys: Record<string, string>[] } => ({ keys: [signingKey().jwk] });

const addressOf = (path: string): string => `${config().publicOrigin}${path}`;
export const issuerId = (): string => addressOf('/api/badge-keys');

/**
 * Signs a certificate as an Open Badges 3.0 AchievementCredential in a compact JWT (EdDSA),
 * https://www.imsglobal.org/spec/ob/v3p0#jwt-proof. It only claims that the course was completed.
 */
export async function signCredential(certificate: Certificate): Promise<string> {
  const { key, jwk, id } = signingKey();
  const page = addressOf(`/certificates/${certificate.id}`);
  const validFrom = certificate.issued_at;
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: page,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: certificate.course_title,
    issuer: { id: issuerId(), type: ['Profile'], name: PRODUCT, url: config().publicOrigin },
    validFrom,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityHash: certificate.holder_name, identityType: 'name', hashed: false }],
      achievement: {
        id: `${page}#achievement`,
        type: ['Achievement'],
        name: certificate.course_title,
        description: `Completed all ${certificate.lesson_count} lessons of the course.`,
        criteria: { narrative: 'Every lesson of the course was marked as completed by its learner. No examination was taken.' },
      },
    },
    credentialStatus: { id: addressOf(`/api/certificates/${certificate.id}/status`), type: '1EdTechRevocationList' },
  };
  return new SignJWT(credential)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: id, jwk: { kty: jwk['kty']!, crv: jwk['crv']!, x: jwk['x']! } })
    .setIssuer(issuerId())
    .setJti(page)
    .setNotBefore(Math.floor(Date.parse(validFrom) / 1000))
    .setSubject(page)
    .sign(key);
}
