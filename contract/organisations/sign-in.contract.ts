import * as z from 'zod/mini';
import { ORGANISATION_ROLES } from '#contract/organisations/roles.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Why an organisation's sign-in did not let somebody in; counted per day, for its administrators and for operators. */
export const SIGN_IN_FAILURES = [
  // the response
  'unreadable',
  'provider_error',
  // answer to a silent request: the provider wants to ask the person; this is normal, and not counted
  'login_needed',
  'unsigned',
  // the response is signed, but not the assertion in it
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
  // problems of the setup
  'client',
  'provider_away',
  'no_subject',
  // the person
  'not_member',
  'other_person',
  'other_organisation',
  'seats_full',
  'ended',
  // an owner without two-step sign-in, when no owner has set up the organisation's sign-in
  'owner_at_risk',
] as const;
export type SignInFailureReason = (typeof SIGN_IN_FAILURES)[number];

/** Maximum number of domains per organisation. */
export const MOST_DOMAINS = 20;
/** Number of days before a certificate expires from which a warning is shown. */
export const CERTIFICATE_WARNING_DAYS = 30;
/** Maximum length of a metadata file, in characters. */
const METADATA_LENGTH = 256 * 1024;
const MOST_ROLES = 50;

const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000));
const attribute = z.string().check(z.trim(), z.maxLength(300));
/** Names of the provider's attributes; empty for the usual names. */
const attributes = z.object({ subject: attribute, email: attribute, first_name: attribute, last_name: attribute, role: attribute });
export type SignInAttributes = z.infer<typeof attributes>;

/** The roles that a provider can assign: all but the owner's. */
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
  /** The name and value of the TXT record that proves the domain. */
  record_name: z.string(),
  record_value: z.string(),
  verified_at: z.nullable(z.string()),
  checked_at: z.nullable(z.string()),
  /** Since when the record has been missing. */
  missing_since: z.nullable(z.string()),
  /** People with a confirmed address on the domain can join by themselves while seats are available. */
  joins: z.boolean(),
});
export type OrganisationDomain = z.infer<typeof domain>;

const connection = z.object({
  kind: z.enum(['oidc', 'saml']),
  mode: z.enum(SIGN_IN_MODES),
  slug: z.string(),
  issuer: z.string(),
  /** The provider's tenants whose people may come, where all tenants share the issuer (`issuer-tenants.ts`). */
  tenants: z.array(z.string()),
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
  /** Hours after which an unused session ends, and after which any session ends; null for the default (`sign-in-lifetime.contract.ts`). */
  idle_hours: z.nullable(z.int()),
  longest_hours: z.nullable(z.int()),
  /** The last successful test since the connection was changed. */
  tested_at: z.nullable(z.string()),
});
export type SignInConnection = z.infer<typeof connection>;

/** The values to enter at the provider. */
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
  /** Failures of the last 30 days, latest first. */
  failures: z.array(signInFailure),
  /** An owner has two-step sign-in: the way in that remains when the organisation's sign-in is enforced. */
  owner_has_way_in: z.boolean(),
});
export type SignInSetup = z.infer<typeof setup>;
export { setup as signInSetup };

const ALLOWED = ['organisation.none', 'organisation.not_allowed'] as const;

export const getSignInSetup = defineEndpoint({
  name: 'getSignInSetup',
  method: 'GET',
  path: '/api/organisation/sign-in',
  summary: 'The organisation’s sign-in, its domains, and the values to enter at the identity provider; for owners and administrators.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: setup },
  errors: [...ALLOWED],
});

/** A change requires a new test; until then, an enforced sign-in is only offered. */
export const saveSignIn = defineEndpoint({
  name: 'saveSignIn',
  method: 'PUT',
  path: '/api/organisation/sign-in',
  summary: 'Set up the organisation’s identity provider, with OpenID Connect, or with SAML metadata.',
  auth: 'user',
  offline: 'never',
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
    /** Needed for an issuer that all its tenants share, such as Google's domains; absent to keep the stored ones. */
    tenants: z.optional(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(253))).check(z.maxLength(MOST_DOMAINS))),
    client_id: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
    /** Absent to keep the stored secret. */
    client_secret: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
    /** SAML: the metadata by address, as a file, or entered by hand; all absent to keep the stored metadata. */
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
    'Turn the organisation’s sign-in off, offer it, or enforce it. Once enforced, members with its addresses can sign in only with it, their other sessions end, and their own API keys and connected apps are revoked.',
  auth: 'user',
  offline: 'never',
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
  summary: 'Remove the organisation’s sign-in; its members use their other sign-in methods.',
  auth: 'user',
  offline: 'never',
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
  offline: 'never',
  personOnly: 'access',
  opensNothing: 'leads the caller to somebody’s page, and back',
  responses: { 200: z.object({ url: z.string() }) },
  errors: [...ALLOWED, 'organisation.sign_in_missing', 'auth.provider_away', 'limits.rate'],
  limit: 'organisation-setup',
});

/** Why a received attribute is not used, or has no effect. */
export const CLAIM_REASONS = [
  // no attribute of this name is known
  'unknown',
  // concerns the sign-in, not the person
  'of_the_sign_in',
  'empty',
  // should contain the email address, but is none
  'no_address',
  // the provider itself says that the address is not verified
  'not_verified',
  // an earlier claim has the same information
  'another_first',
  // the organisation has configured another name for it
  'named_otherwise',
  // used as the role, but no rule has any of its values
  'no_rule',
  // the provider omits the groups of a person who has this many
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
  /** Why the sign-in does not work; null if it does. */
  problem: z.nullable(
    z.object({
      reason: z.enum(SIGN_IN_FAILURES),
      detail: z.nullable(z.string()),
      /** What the provider answered to a request of ours, cleaned; never what a browser brought. */
      words: z.nullable(z.string()),
    }),
  ),
  issuer: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  role: z.nullable(mappedRole),
  /** All received attributes, each with its use or the reason why it is not used. */
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
  offline: 'never',
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
  offline: 'never',
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
  summary: 'Check the TXT record of a claimed domain now.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  params: z.object({ domain: domainName }),
  responses: { 200: setup },
  errors: ['validation.failed', 'not_found', ...ALLOWED, 'organisation.domain_unproven', 'organisation.domain_taken', 'limits.rate'],
  limit: 'organisation-setup',
});

/** Takes effect once the domain is verified, and while the organisation does not enforce its own sign-in, which then adds its people. */
export const changeDomain = defineEndpoint({
  name: 'changeDomain',
  method: 'PUT',
  path: '/api/organisation/domains/:domain',
  summary: 'Set whether people with a verified address of a domain can join by themselves.',
  auth: 'user',
  offline: 'never',
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
  summary: 'Release a claimed domain.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  params: z.object({ domain: domainName }),
  responses: { 200: setup },
  errors: ['validation.failed', 'not_found', ...ALLOWED],
});
