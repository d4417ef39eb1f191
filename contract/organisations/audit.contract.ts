import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { ORGANISATION_ROLES, ROLE_GIVERS } from './roles.ts';
import { SIGN_IN_MODES } from './sign-in.contract.ts';

/** Everything that is noted of an organisation, by what it is about. Whatever a command notes of one is listed here, or its test fails. */
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

/** Who did it, and so from where. */
export const AUDIT_ACTORS = ['person', 'gone', 'operators', 'directory', 'provider', 'platform', 'system'] as const;

const named = z.object({ name: z.string(), email: z.string() });

const entry = z.object({
  entry_id: z.int(),
  at: z.string(),
  act: z.enum(ACTS),
  /** `gone`: an account that was deleted; `operators`: ours; `provider`: the organisation's sign-in; `system`: what happens by itself. */
  actor: z.enum(AUDIT_ACTORS),
  /** Of a person; of a directory `name` is the ending of its token. */
  actor_name: z.nullable(z.string()),
  actor_email: z.nullable(z.string()),
  /** The device as its browser names itself; null: not by a browser, or from before this was noted. */
  device: z.nullable(z.string()),
  /** A program did it, with this API key of the actor. */
  api_key: z.nullable(z.string()),
  /** The person it concerns; null: nobody, or someone who is no longer known here. */
  person: z.nullable(named),
  /** The outcomes that the act recorded. */
  facts: z.object({
    from_role: z.optional(z.enum(ORGANISATION_ROLES)),
    to_role: z.optional(z.enum(ORGANISATION_ROLES)),
    role_by: z.optional(z.enum(ROLE_GIVERS)),
    people: z.optional(z.int()),
    domain: z.optional(z.string()),
    from_mode: z.optional(z.enum(SIGN_IN_MODES)),
    to_mode: z.optional(z.enum(SIGN_IN_MODES)),
    issuer: z.optional(z.string()),
    /** The changed fields of the sign-in, by their names. */
    changed: z.optional(z.array(z.string())),
    /** SHA-256 fingerprints. */
    certificates_added: z.optional(z.array(z.string())),
    certificates_removed: z.optional(z.array(z.string())),
    /** `value: role` of each rule. */
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
    'Who has invited, removed or changed people, roles, rules, certificates and tokens of the organisation, from where; the newest first, for owners and administrators.',
  auth: 'user',
  personOnly: 'access',
  query: z.object({
    topic,
    /** The `next_before` of the page before. */
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
  summary: 'The same as a table, whole; times are UTC.',
  auth: 'user',
  personOnly: 'access',
  query: z.object({ topic }),
  media: 'text/csv',
  responses: { 200: fileBody },
  errors: ['validation.failed', ...ALLOWED],
  limit: 'export',
});
