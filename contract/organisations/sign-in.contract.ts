import * as z from 'zod/mini';
import { ORGANISATION_ROLES } from '#contract/organisations/roles.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Why an organisation's sign-in did not let somebody in; counted by day, for its administrators and for operators. */
export const SIGN_IN_FAILURES = [
  // what came
  'unreadable',
  'provider_error',
  // asked in silence: the provider wants to ask the person; nothing is wrong, and it is not counted
  'login_needed',
  'unsigned',
  // the response is signed, and the assertion in it is not
  'assertion_unsigned',
  'signature',
  'algorithm',
  'issuer',
  'audience',
  'recipient',
  'expired',
  'not_asked',
  'replayed',
  'other_browser',
  'token',
  // what was set up
  'client',
  'provider_away',
  'no_subject',
  // the person
  'not_member',
  'other_person',
  'other_organisation',
  'seats_full',
  'ended',
  // an owner without two-step sign-in, and no owner has set the sign-in up
  'owner_at_risk',
] as const;
export type SignInFailureReason = (typeof SIGN_IN_FAILURES)[number];

/** How many domains an organisation may have. */
export const MOST_DOMAINS = 20;
/** Days before its end from which a certificate is warned of. */
export const CERTIFICATE_WARNING_DAYS = 30;
/** A metadata file, as text. */
const METADATA_LENGTH = 256 * 1024;
const MOST_ROLES = 50;

const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000));
const attribute = z.string().check(z.trim(), z.maxLength(300));
/** Names of what the provider sends; empty: the usual names. */
const attributes = z.object({ subject: attribute, email: attribute, first_name: attribute, last_name: attribute, role: attribute });
export type SignInAttributes = z.infer<typeof attributes>;

/** The roles that a provider may give: never the owner's. */
export const MAPPED_ROLES = ORGANISATION_ROLES.filter((role) => role !== 'owner');
const mappedRole = z.enum(['administrator', 'teacher', 'member']);
export const SIGN_IN_MODES = ['off', 'offered', 'enforced'] as const;
export type SignInMode = (typeof SIGN_IN_MODES)[number];

export const signInFailure = z.object({
  reason: z.enum(SIGN_IN_FAILURES),
  count: z.int(),
  last_at: z.string(),
  last_detail: z.nullable(z.string()),
  last_words: z.nullable(z.string()),
});
export type SignInFailure = z.infer<typeof signInFailure>;

const domain = z.object({
  domain: z.string(),
  /** The TXT record that proves it: its name and its value. */
  record_name: z.string(),
  record_value: z.string(),
  verified_at: z.nullable(z.string()),
  checked_at: z.nullable(z.string()),
  /** Since when the record has not been found any more. */
  missing_since: z.nullable(z.string()),
  /** People with a confirmed address on the domain can join on their own while there are seats. */
  joins: z.boolean(),
});
export type OrganisationDomain = z.infer<typeof domain>;

const connection = z.object({
  kind: z.enum(['oidc', 'saml']),
  mode: z.enum(SIGN_IN_MODES),
  slug: z.string(),
  issuer: z.string(),
  client_id: z.nullable(z.string()),
  has_secret: z.boolean(),
  sso_address: z.nullable(z.string()),
  metadata_address: z.nullable(z.string()),
  metadata_read_at: z.nullable(z.string()),
  metadata_problem: z.nullable(z.string()),
  certificates: z.array(z.object({ fingerprint: z.string(), starts_at: z.string(), ends_at: z.string() })),
  allows_unsolicited: z.boolean(),
  joins: z.boolean(),
  attributes,
  roles: z.array(z.object({ value: z.string(), role: mappedRole })),
  /** How long a sign-in lasts without use, and in all, in hours; null: as for everybody (`sign-in-lifetime.contract.ts`). */
  idle_hours: z.nullable(z.int()),
  longest_hours: z.nullable(z.int()),
  /** The last Test that worked since it was changed. */
  tested_at: z.nullable(z.string()),
});
export type SignInConnection = z.infer<typeof connection>;

/** The values that the provider needs from us. */
const ours = z.object({
  redirect_uri: z.string(),
  acs: z.string(),
  entity_id: z.string(),
  metadata_address: z.string(),
  /** For OpenID Connect back-channel logout. */
  logout_uri: z.string(),
});

const setup = z.object({
  connection: z.nullable(connection),
  ours,
  domains: z.array(domain),
  /** Of the last 30 days, the latest first. */
  failures: z.array(signInFailure),
  /** An owner has two-step sign-in: the way in that stays when it is enforced. */
  owner_has_way_in: z.boolean(),
});
export type SignInSetup = z.infer<typeof setup>;
export { setup as signInSetup };

const ALLOWED = ['organisation.none', 'organisation.not_allowed'] as const;

export const getSignInSetup = defineEndpoint({
  name: 'getSignInSetup',
  method: 'GET',
  path: '/api/organisation/sign-in',
  summary:
    'How the members of the organisation sign in, its domains, and what the identity provider is to be told; for owners and administrators.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: setup },
  errors: [...ALLOWED],
});

/** A change asks for a new Test, and turns off what was enforced to what is offered until then. */
export const saveSignIn = defineEndpoint({
  name: 'saveSignIn',
  method: 'PUT',
  path: '/api/organisation/sign-in',
  summary: 'Set up the organisation’s identity provider: by OpenID Connect, or by SAML with its metadata.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  readBy: 'organisation_administrators',
  proven: true,
  body: z.object({
    kind: z.enum(['oidc', 'saml']),
    slug: z
      .string()
      .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, 'Lowercase letters, digits and hyphens.')),
    /** OpenID Connect. */
    issuer: z.optional(address),
    client_id: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
    /** Absent: the one that is stored. */
    client_secret: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
    /** SAML: by address, as a file, or by hand; all absent: as it is stored. */
    metadata_address: z.optional(address),
    metadata: z.optional(z.string().check(z.minLength(1), z.maxLength(METADATA_LENGTH))),
    entity_id: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000))),
    sso_address: z.optional(address),
    certificates: z.optional(z.string().check(z.minLength(1), z.maxLength(40_000))),
    allows_unsolicited: z.boolean(),
    joins: z.boolean(),
    attributes,
    roles: z
      .array(z.object({ value: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)), role: mappedRole }))
      .check(z.maxLength(MOST_ROLES)),
  }),
  example: {
    kind: 'saml',
    slug: 'bees',
    entity_id: 'e',
    sso_address: 'https://idp.example/',
    certificates: 'none',
    allows_unsolicited: false,
    joins: true,
    attributes: { subject: '', email: '', first_name: '', last_name: '', role: '' },
    roles: [],
  },
  bodyBytes: 400 * 1024,
  responses: { 200: setup },
  errors: ['validation.failed', ...ALLOWED, 'organisation.slug_taken', 'organisation.metadata_refused', 'limits.rate'],
  limit: 'organisation-setup',
});

export const changeSignInMode = defineEndpoint({
  name: 'changeSignInMode',
  method: 'PUT',
  path: '/api/organisation/sign-in/mode',
  summary:
    'Turn the organisation’s sign-in off, offer it, or enforce it: then members with its addresses sign in by it alone, their other sessions end, and their own API keys and connected apps are revoked.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  readBy: 'no_text',
  proven: true,
  body: z.object({ mode: z.enum(SIGN_IN_MODES) }),
  example: { mode: 'off' },
  responses: { 200: setup },
  errors: [
    'validation.failed',
    ...ALLOWED,
    'organisation.sign_in_missing',
    'organisation.sign_in_untested',
    'organisation.domain_needed',
    'organisation.owner_locked_out',
  ],
});

export const removeSignIn = defineEndpoint({
  name: 'removeSignIn',
  method: 'DELETE',
  path: '/api/organisation/sign-in',
  summary: 'Take the organisation’s sign-in away; its members sign in by their own ways.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  responses: { 200: setup },
  errors: [...ALLOWED],
});

export const startSignInTest = defineEndpoint({
  name: 'startSignInTest',
  method: 'POST',
  path: '/api/organisation/sign-in/test',
  summary: 'Start a test of the sign-in; returns the address to open. The test signs nobody in.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'leads the caller to somebody’s page, and back',
  responses: { 200: z.object({ url: z.string() }) },
  errors: [...ALLOWED, 'organisation.sign_in_missing', 'auth.provider_away', 'limits.rate'],
  limit: 'organisation-setup',
});

/** Why something that came was not taken, or does nothing. */
export const CLAIM_REASONS = [
  // we know nothing by this name
  'unknown',
  // it says something of the sign-in, not of the person
  'of_the_sign_in',
  'empty',
  // looked at for the address, and is none
  'no_address',
  // the provider says itself that the address is not verified
  'not_verified',
  // another claim says the same, and comes first
  'another_first',
  // the organisation has set another name for it
  'named_otherwise',
  // taken as the role, and no rule has one of its values
  'no_rule',
  // the provider sends no groups of somebody who has so many
  'too_many_groups',
] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];
const claimReading = z.object({
  name: z.string(),
  taken_as: z.nullable(z.enum(['subject', 'email', 'first_name', 'last_name', 'name', 'role'])),
  why: z.nullable(z.enum(CLAIM_REASONS)),
});
export type ClaimReading = z.infer<typeof claimReading>;

export const SIGN_IN_OUTCOMES = ['signs_in', 'joins', 'connects', 'creates', 'asks_for_proof', 'refuses'] as const;
const report = z.object({
  /** Why it does not work; null when it does. */
  problem: z.nullable(
    z.object({
      reason: z.enum(SIGN_IN_FAILURES),
      detail: z.nullable(z.string()),
      /** The provider's message, cleaned: its words, not ours. */
      words: z.nullable(z.string()),
    }),
  ),
  issuer: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  role: z.nullable(mappedRole),
  /** Everything that came: what it was taken as, or why not. */
  attributes: z.array(z.extend(claimReading, { values: z.array(z.string()) })),
  /** The effect on this person; null if there is a problem. */
  outcome: z.nullable(z.enum(SIGN_IN_OUTCOMES)),
});
export type SignInReport = z.infer<typeof report>;

export const readSignInTest = defineEndpoint({
  name: 'readSignInTest',
  method: 'POST',
  path: '/api/organisation/sign-in/test/report',
  summary: 'The result of a sign-in test and its effect on a real sign-in; for the administrator who started it.',
  auth: 'user',
  personOnly: 'access',
  readBy: 'sender',
  body: z.object({ arrival: z.string().check(z.minLength(1), z.maxLength(100)) }),
  example: { arrival: 'a' },
  responses: { 200: report },
  errors: ['validation.failed', ...ALLOWED, 'auth.link_invalid'],
});

const domainName = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(253));

export const addDomain = defineEndpoint({
  name: 'addDomain',
  method: 'POST',
  path: '/api/organisation/domains',
  summary: 'Claim a domain; a TXT record proves it. Public mail providers are refused.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  readBy: 'organisation_administrators',
  proven: true,
  body: z.object({ domain: domainName }),
  example: { domain: 'bees.example' },
  responses: { 200: setup },
  errors: ['validation.failed', ...ALLOWED, 'organisation.domain_refused', 'organisation.domains_full'],
});

export const checkDomain = defineEndpoint({
  name: 'checkDomain',
  method: 'POST',
  path: '/api/organisation/domains/:domain/check',
  summary: 'Look for the TXT record of a claimed domain now.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  params: z.object({ domain: domainName }),
  responses: { 200: setup },
  errors: ['validation.failed', 'not_found', ...ALLOWED, 'organisation.domain_unproven', 'organisation.domain_taken', 'limits.rate'],
  limit: 'organisation-setup',
});

/** It counts once the domain is verified, and while the organisation does not enforce its own sign-in, by which its people come then. */
export const changeDomain = defineEndpoint({
  name: 'changeDomain',
  method: 'PUT',
  path: '/api/organisation/domains/:domain',
  summary: 'Set whether people with a verified address of a domain can join by themselves.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  readBy: 'no_text',
  proven: true,
  params: z.object({ domain: domainName }),
  body: z.object({ joins: z.boolean() }),
  example: { joins: true },
  responses: { 200: setup },
  errors: ['validation.failed', 'not_found', ...ALLOWED],
});

export const removeDomain = defineEndpoint({
  name: 'removeDomain',
  method: 'DELETE',
  path: '/api/organisation/domains/:domain',
  summary: 'Give a domain up.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  params: z.object({ domain: domainName }),
  responses: { 200: setup },
  errors: ['validation.failed', 'not_found', ...ALLOWED],
});
