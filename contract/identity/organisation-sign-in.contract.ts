import * as z from 'zod/mini';
import { pendingSchema, sessionSchema } from '#contract/identity/identity.contract.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';

const connectionId = z.string().check(z.maxLength(60));
const arrival = z.string().check(z.minLength(1), z.maxLength(100));

/** Finds a sign-in by an address, whose domain belongs to an organisation, or by the name that the organisation chose. */
export const findOrganisationSignIn = defineEndpoint({
  name: 'findOrganisationSignIn',
  method: 'POST',
  path: '/api/auth/organisation/find',
  summary: 'The organisation whose sign-in an email address or organisation name uses; null without one.',
  auth: 'public',
  publicAs: 'sign_in',
  link: 'no_secret',
  body: z.object({ organisation: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(254)) }),
  example: { organisation: 'apiary' },
  responses: { 200: z.object({ found: z.nullable(z.object({ connection_id: z.string(), name: z.string(), enforced: z.boolean() })) }) },
  errors: ['validation.failed', 'limits.rate'],
  limit: 'organisation-sign-in',
});

export const startOrganisationSignIn = defineEndpoint({
  name: 'startOrganisationSignIn',
  method: 'POST',
  path: '/api/auth/organisation/:connection_id/start',
  summary: 'Start a sign-in with an organisation’s provider; returns the address to open.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'leads to the provider; whoever returns is checked there' },
  params: z.object({ connection_id: connectionId }),
  /** `next`: the path of this product to open afterwards; other addresses are refused. */
  body: z.object({
    next: z.optional(z.string().check(z.maxLength(1_000))),
    /**
     * Without showing the provider's page: the provider either signs the person in or reports that it would have to ask
     * (`auth.login_needed`).
     */
    silent: z.optional(z.boolean()),
    /** The address of the person who signs in, so that the provider can select the account. */
    login_hint: z.optional(z.string().check(z.maxLength(254))),
  }),
  example: {},
  responses: { 200: z.object({ url: z.string() }) },
  errors: ['validation.failed', 'not_found', 'auth.provider_away', 'limits.rate'],
  limit: 'organisation-sign-in',
});

/** SAML responses arrive at a separate address, as a form (`samlReturn` in `organisation-sign-in.routes.ts`). */
export const finishOrganisationSignIn = defineEndpoint({
  name: 'finishOrganisationSignIn',
  method: 'POST',
  path: '/api/auth/organisation/:connection_id/finish',
  summary: 'Complete a sign-in with the response of an OpenID provider, in the browser that started it.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'leads to the provider; whoever returns is checked there' },
  params: z.object({ connection_id: connectionId }),
  body: z.object({
    state: z.string().check(z.minLength(1), z.maxLength(200)),
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(4_000))),
    iss: z.optional(z.string().check(z.maxLength(1_000))),
    error: z.optional(z.string().check(z.maxLength(200))),
    /** Only codes of a known list are read in it, because whoever holds the browser can write it. */
    error_description: z.optional(z.string().check(z.maxLength(2_000))),
  }),
  example: { state: 's', code: 'c' },
  responses: { 200: z.object({ arrival: z.string(), test: z.boolean() }) },
  errors: ['validation.failed', 'not_found', 'auth.organisation_refused', 'auth.login_needed', 'limits.rate'],
  limit: 'organisation-sign-in',
});

export const enterByOrganisation = defineEndpoint({
  name: 'enterByOrganisation',
  method: 'POST',
  path: '/api/auth/organisation/enter',
  summary: 'Complete the sign-in with the provider’s accepted response: once, within ten minutes, in the browser that started it.',
  auth: 'public',
  publicAs: 'sign_in',
  link: 'no_secret',
  body: z.object({ arrival, terms_accepted: z.optional(z.boolean()) }),
  example: { arrival: 'a' },
  responses: {
    200: z.extend(sessionSchema, { next: z.nullable(z.string()) }),
    202: z.extend(pendingSchema, { next: z.nullable(z.string()) }),
  },
  errors: [
    'validation.failed',
    'auth.link_invalid',
    'auth.terms_needed',
    'auth.proof_needed',
    'auth.organisation_refused',
    'auth.login_needed',
    'auth.suspended',
    'limits.rate',
  ],
  limit: 'organisation-sign-in',
});

/** For an address on a domain that the organisation has not verified: the account's owner signs in to the account once. */
export const connectOrganisation = defineEndpoint({
  name: 'connectOrganisation',
  method: 'POST',
  path: '/api/auth/linked-organisation',
  summary: 'Link the provider’s accepted response to the signed-in account, which the organisation’s sign-in opens from then on.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  readBy: 'sender',
  proven: true,
  body: z.object({ arrival }),
  example: { arrival: 'a' },
  responses: { 200: z.object({ next: z.nullable(z.string()) }) },
  errors: ['validation.failed', 'auth.link_invalid', 'auth.organisation_refused', 'limits.rate'],
  limit: 'organisation-sign-in',
});

export const organisationMetadata = defineEndpoint({
  name: 'organisationMetadata',
  method: 'GET',
  path: '/api/auth/organisation/:connection_id/metadata.xml',
  summary: 'Our SAML metadata for an organisation’s identity provider.',
  auth: 'public',
  publicAs: 'sign_in',
  link: { goesOn: 'the addresses of an organisation’s sign-in, and nothing of a person' },
  params: z.object({ connection_id: connectionId }),
  media: 'application/samlmetadata+xml',
  responses: { 200: fileBody },
  errors: ['not_found'],
});
