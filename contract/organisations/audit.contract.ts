import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { ORGANISATION_ROLES, ROLE_GIVERS } from './roles.ts';
import { SIGN_IN_MODES } from './sign-in.contract.ts';

/** Every act in an organisation's audit log, by subject. A command that records an act missing here fails its test. */
export const AUDIT_ACTS = {
  people: [
    'organisation.invited',
    'organisation.invite_withdrawn',
    'organisation.directory_added',
    'organisation.member_removed',
    'organisation.left',
    'organisation.joined_by_sign_in',
    'organisation.joined_by_domain',
    'organisation.roster_apply',
    'organisation.roster_undo',
  ],
  roles: ['organisation.role'],
  sign_in: [
    'organisation.sign_in_saved',
    'organisation.sign_in_mode',
    'organisation.sign_in_lifetime',
    'organisation.sign_in_removed',
    'organisation.sign_in_relaxed',
    'organisation.certificates_read',
    'organisation.signed_out_by_provider',
    'organisation.domain_added',
    'organisation.domain_verified',
    'organisation.domain_opened',
    'organisation.domain_closed',
    'organisation.domain_removed',
    'organisation.domain_lost',
  ],
  directory: ['organisation.scim_token_made', 'organisation.scim_token_ended'],
  programs: [
    'api_key.create',
    'api_key.end',
    'webhook.create',
    'webhook.change',
    'webhook.rotate',
    'webhook.delete',
    'lti.platform_added',
    'lti.platform_changed',
    'lti.platform_removed',
    'lti.platform_registered',
  ],
} as const;
export type AuditTopic = keyof typeof AUDIT_ACTS;
export const AUDIT_TOPICS = Object.keys(AUDIT_ACTS) as [AuditTopic, ...AuditTopic[]];
export type AuditAct = (typeof AUDIT_ACTS)[AuditTopic][number];
const ACTS = Object.values(AUDIT_ACTS).flat() as [AuditAct, ...AuditAct[]];

/** Kinds of actors. */
export const AUDIT_ACTORS = ['person', 'gone', 'operators', 'directory', 'provider', 'platform', 'system'] as const;

const named = z.object({ name: z.string(), email: z.string() });

const entry = z.object({
  entry_id: z.int(),
  at: z.string(),
  act: z.enum(ACTS),
  /** `gone`: a deleted account; `operators`: our own operators; `provider`: the organisation's sign-in; `system`: an automatic change. */
  actor: z.enum(AUDIT_ACTORS),
  /** The person's name; for a directory, the last characters of its token. */
  actor_name: z.nullable(z.string()),
  actor_email: z.nullable(z.string()),
  /** The browser's name for the device; null if no browser was used, or if the entry is older than this field. */
  device: z.nullable(z.string()),
  /** The actor's API key with which the act was done; null otherwise. */
  api_key: z.nullable(z.string()),
  /** The person concerned; null if there is none, or if they no longer exist here. */
  person: z.nullable(named),
  /** The recorded outcomes of the act. */
  facts: z.object({
    from_role: z.optional(z.enum(ORGANISATION_ROLES)),
    to_role: z.optional(z.enum(ORGANISATION_ROLES)),
    role_by: z.optional(z.enum(ROLE_GIVERS)),
    people: z.optional(z.int()),
    domain: z.optional(z.string()),
    from_mode: z.optional(z.enum(SIGN_IN_MODES)),
    to_mode: z.optional(z.enum(SIGN_IN_MODES)),
    issuer: z.optional(z.string()),
    /** Names of the sign-in's changed fields. */
    changed: z.optional(z.array(z.string())),
    /** SHA-256 fingerprints. */
    certificates_added: z.optional(z.array(z.string())),
    certificates_removed: z.optional(z.array(z.string())),
    /** Each rule as `value: role`. */
    rules_added: z.optional(z.array(z.string())),
    rules_removed: z.optional(z.array(z.string())),
    idle_hours: z.optional(z.nullable(z.int())),
    longest_hours: z.optional(z.nullable(z.int())),
    token: z.optional(z.string()),
    reason: z.optional(z.string()),
    sessions: z.optional(z.int()),
  }),
});
export type OrganisationAuditEntry = z.infer<typeof entry>;

const topic = z.optional(z.enum(AUDIT_TOPICS));
const ALLOWED = ['organisation.none', 'organisation.not_allowed'] as const;

export const listOrganisationAudit = defineEndpoint({
  name: 'listOrganisationAudit',
  method: 'GET',
  path: '/api/organisation/audit',
  summary:
    'The organisation’s audit log: who invited, removed or changed people, roles, rules, certificates and tokens, and from where; newest first, for owners and administrators.',
  auth: 'user',
  personOnly: 'access',
  query: z.object({
    topic,
    /** The previous page's `next_before`. */
    before: z.optional(wholeText(1, Number.MAX_SAFE_INTEGER)),
    limit: z._default(wholeText(1, 100), 50),
  }),
  responses: { 200: z.object({ entries: z.array(entry), next_before: z.nullable(z.int()) }) },
  errors: ['validation.failed', ...ALLOWED],
});

export const getOrganisationAuditCsv = defineEndpoint({
  name: 'getOrganisationAuditCsv',
  method: 'GET',
  path: '/api/organisation/audit.csv',
  summary: 'The complete audit log as a CSV table; times are UTC.',
  auth: 'user',
  personOnly: 'access',
  query: z.object({ topic }),
  media: 'text/csv',
  responses: { 200: fileBody },
  errors: ['validation.failed', ...ALLOWED],
  limit: 'export',
});
