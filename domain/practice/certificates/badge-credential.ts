import { SignJWT } from 'jose';
import type { BadgeAlgorithm, Certificate, RevocationList } from '#contract/practice/certificate.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { config } from '#domain/platform/config.ts';
import { badgeKey } from './badge-keys.ts';

const addressOf = (path: string): string => `${config().publicOrigin}${path}`;
const issuerId = (): string => addressOf('/api/badge-keys');
/** The credential's own id, which verifiers look up in the revocation list, letter by letter. */
const credentialId = ({ id }: Certificate): string => addressOf(`/certificates/${id}`);
const statusId = ({ id }: Certificate): string => addressOf(`/api/certificates/${id}/status`);

/** The third context defines the type of the revocation status; without it, a JSON-LD processor in safe mode refuses the credential. */
const CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
];

/**
 * Signs a certificate as an Open Badges 3.0 AchievementCredential in a compact JWT, https://www.imsglobal.org/spec/ob/v3p0#jwt-proof:
 * `iss`, `jti`, `sub` and `nbf` repeat `issuer.id`, `id`, `credentialSubject.id` and `validFrom`, and no further header is allowed. It only
 * claims that the course was completed, as the certificate's page does.
 */
export async function signCredential(certificate: Certificate, algorithm: BadgeAlgorithm): Promise<string> {
  const { key, kid } = badgeKey(algorithm);
  const id = credentialId(certificate);
  const subject = `${id}#holder`;
  // a NumericDate has whole seconds, and the two must be equal
  const issuedAt = Math.floor(Date.parse(certificate.issued_at) / 1000);
  const credential = {
    '@context': CONTEXTS,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: certificate.course_title,
    issuer: { id: issuerId(), type: ['Profile'], name: PRODUCT, url: config().publicOrigin },
    validFrom: new Date(issuedAt * 1000).toISOString().replace('.000Z', 'Z'),
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityHash: certificate.holder_name, identityType: 'name', hashed: false }],
      achievement: {
        id: `${id}#achievement`,
        type: ['Achievement'],
        name: certificate.course_title,
        description: `Completed all ${certificate.lesson_count} lessons of the course.`,
        criteria: { narrative: 'It certifies only that every lesson was marked as completed.' },
      },
    },
    credentialStatus: { id: statusId(certificate), type: '1EdTechRevocationList' },
  };
  return new SignJWT(credential)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
    .setIssuer(credential.issuer.id)
    .setJti(id)
    .setNotBefore(issuedAt)
    .setSubject(subject)
    .sign(key);
}

/**
 * Returns a certificate's status list, https://www.imsglobal.org/spec/vcrl/v1p0: one list per credential, so that asking for one reveals
 * nothing about others.
 */
export const revocationListOf = (certificate: Certificate): RevocationList => ({
  id: statusId(certificate),
  issuer: issuerId(),
  revokedCredential: certificate.revoked_at === null ? [] : [{ id: credentialId(certificate), revoked: true }],
});
