import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { visibleName } from '#contract/platform/visible-name.ts';

export const certificateSchema = z.object({
  id: z.string(),
  course_title: z.string(),
  holder_name: z.string(),
  lesson_count: z.int(),
  /** Version of the course for which it was issued; null in old certificates. */
  course_version: z.nullable(z.int()),
  completed_at: z.string(),
  issued_at: z.string(),
  /** Null while it is valid. */
  revoked_at: z.nullable(z.string()),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** A certificate as its holder sees it. */
const ownCertificateSchema = z.extend(certificateSchema, {
  /** Null if the course was deleted. */
  course_id: z.nullable(z.string()),
  /** Number of lessons added to the course since, and not completed yet. */
  new_lessons: z.int(),
});
export type OwnCertificate = z.infer<typeof ownCertificateSchema>;

/** RS256, the default, is supported by every verifier of Open Badges; EdDSA is much shorter. */
export const BADGE_ALGORITHMS = ['RS256', 'EdDSA'] as const;
export type BadgeAlgorithm = (typeof BADGE_ALGORITHMS)[number];

/** https://www.imsglobal.org/spec/vcrl/v1p0: `id` of a revoked credential is the credential's own. */
const revocationListSchema = z.object({
  id: z.string(),
  issuer: z.string(),
  revokedCredential: z.array(z.object({ id: z.string(), revoked: z.literal(true) })),
});
export type RevocationList = z.infer<typeof revocationListSchema>;

const publicKey = z.record(z.string(), z.string());
const ofCertificate = z.object({ certificate_id: z.string() });

/**
 * Certifies only the completion of a course; if certification was requested on its form, its final test must be passed. Repeating the call
 * returns the same certificate.
 */
export const issueCertificate = defineEndpoint({
  name: 'issueCertificate',
  method: 'POST',
  path: '/api/courses/:course_id/certificate',
  summary: 'Issue a certificate for a course the caller has completed, with a public page.',
  auth: 'user',
  offline: 'network',
  scopes: ['learn'],
  age: 'secret_address',
  readBy: 'sender',
  params: z.object({ course_id: z.string() }),
  body: z.object({
    /** The name on it, visible to anyone with the link. */
    holder_name: visibleName(120),
  }),
  example: { holder_name: 'Nobody' },
  responses: { 200: z.object({ certificate: certificateSchema }) },
  errors: ['validation.failed', 'not_found', 'certificate.not_completed', 'certificate.test_not_passed', 'certificate.revoked'],
});

export const listCertificates = defineEndpoint({
  name: 'listCertificates',
  method: 'GET',
  path: '/api/certificates',
  summary: "The caller's certificates, latest first.",
  auth: 'user',
  scopes: ['learn'],
  query: z.object({ course_id: z.optional(z.string()) }),
  responses: { 200: z.object({ certificates: z.array(ownCertificateSchema) }) },
  errors: [],
});

export const getCertificate = defineEndpoint({
  name: 'getCertificate',
  method: 'GET',
  path: '/api/certificates/:certificate_id',
  summary: 'The public view of a certificate, for anyone who has its address.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  params: ofCertificate,
  responses: { 200: z.object({ certificate: certificateSchema }) },
  errors: ['not_found'],
});

export const certificatePicture = defineEndpoint({
  name: 'certificatePicture',
  method: 'GET',
  path: '/api/certificates/:certificate_id/picture',
  summary: 'A valid certificate as a picture for shared links, 1200 × 630: its course and its holder.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  turns: 'always',
  params: ofCertificate,
  media: 'image/png',
  responses: { 200: fileBody },
  errors: ['not_found'],
  limit: 'poll',
});

/** https://www.imsglobal.org/spec/ob/v3p0: an AchievementCredential as a signed JWT. */
export const getCredential = defineEndpoint({
  name: 'getCredential',
  method: 'GET',
  path: '/api/certificates/:certificate_id/credential',
  summary: 'The certificate as an Open Badges 3.0 credential: a JWT signed with the key of this installation.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  params: ofCertificate,
  query: z.object({ alg: z._default(z.enum(BADGE_ALGORITHMS), 'RS256') }),
  responses: { 200: z.object({ credential: z.string() }) },
  errors: ['validation.failed', 'not_found'],
});

export const badgeKeys = defineEndpoint({
  name: 'badgeKeys',
  method: 'GET',
  path: '/api/badge-keys',
  summary: 'The public keys with which this installation’s certificates are signed (JWKS).',
  auth: 'public',
  publicAs: 'secret_link',
  responses: { 200: z.object({ keys: z.array(publicKey) }) },
  errors: [],
});

export const badgeKey = defineEndpoint({
  name: 'badgeKey',
  method: 'GET',
  path: '/api/badge-keys/:key_id',
  summary: 'One of these keys (JWK), at the address in the `kid` of a credential.',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'no_secret',
  params: z.object({ key_id: z.string() }),
  responses: { 200: publicKey },
  errors: ['not_found'],
});

export const badgeRevocations = defineEndpoint({
  name: 'badgeRevocations',
  method: 'GET',
  path: '/api/certificates/:certificate_id/status',
  summary: 'Whether a credential was revoked (1EdTechRevocationList).',
  auth: 'public',
  publicAs: 'secret_link',
  link: 'ends',
  params: ofCertificate,
  responses: { 200: revocationListSchema },
  errors: ['not_found'],
});

export const revokeCertificate = defineEndpoint({
  name: 'revokeCertificate',
  method: 'DELETE',
  path: '/api/certificates/:certificate_id',
  summary: "Revoke one of the caller's certificates. Its page then says so.",
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  opensNothing: 'ends it',
  params: ofCertificate,
  responses: { 200: z.object({ certificate: certificateSchema }) },
  errors: ['not_found'],
});
