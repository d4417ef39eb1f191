import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { wholeText } from '#contract/platform/numbers.ts';

/** Two, while one replaces the other. */
export const SCIM_TOKENS_AT_MOST = 2;
/** Days for which requests of directories are listed. */
export const SCIM_LOG_DAYS = 30;

const provisioning = z.object({
  /** The service address to enter in the directory. */
  address: z.string(),
  tokens: z.array(
    z.object({
      token_id: z.string(),
      /** Its last four characters. */
      ending: z.string(),
      /** Whose account made it; null when that was deleted. */
      made_by: z.nullable(z.string()),
      /** Its creator can no longer set up directories but may still know it. It should be replaced and cannot appoint administrators. */
      maker_is_gone: z.boolean(),
      created_at: z.string(),
      /** To the minute; null: never. */
      last_used_at: z.nullable(z.string()),
    }),
  ),
  /** Users and groups that come from a directory. */
  users: z.int(),
  groups: z.int(),
});
export type Provisioning = z.infer<typeof provisioning>;

export const scimRequest = z.object({
  request_id: z.int(),
  at: z.string(),
  method: z.string(),
  /** With its query, cut after 300 characters. */
  path: z.string(),
  status: z.int(),
  /** The error in the response; null: none. */
  detail: z.nullable(z.string()),
  ms: z.int(),
});
export type ScimRequest = z.infer<typeof scimRequest>;

export const scimLogPage = z.object({
  /** All, or only those that were refused. */
  show: z._default(z.enum(['all', 'refused']), 'all'),
  /** The `next_before` of the page before. */
  before: z.optional(wholeText(1, Number.MAX_SAFE_INTEGER)),
  limit: z._default(wholeText(1, 100), 50),
});
export const scimLog = z.object({ requests: z.array(scimRequest), next_before: z.nullable(z.int()) });

const NOT_THEIRS = ['organisation.none', 'organisation.not_allowed'] as const;

export const getProvisioning = defineEndpoint({
  name: 'getProvisioning',
  method: 'GET',
  path: '/api/organisation/provisioning',
  summary: 'How a directory sends people to the organisation by SCIM; for owners and administrators.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: z.object({ provisioning }) },
  errors: [...NOT_THEIRS],
});

/** The secret is in this answer only. */
export const createScimToken = defineEndpoint({
  name: 'createScimToken',
  method: 'POST',
  path: '/api/organisation/provisioning/tokens',
  summary: 'Make a token for a directory.',
  auth: 'user',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  proven: true,
  responses: { 201: z.object({ token: z.string(), provisioning }) },
  errors: [...NOT_THEIRS, 'scim.tokens_full'],
});

/** The directory is refused at once. Repeating it changes nothing. */
export const endScimToken = defineEndpoint({
  name: 'endScimToken',
  method: 'DELETE',
  path: '/api/organisation/provisioning/tokens/:token_id',
  summary: 'End a token of a directory.',
  auth: 'user',
  personOnly: 'access',
  params: z.object({ token_id: z.string() }),
  responses: { 200: z.object({ provisioning }) },
  errors: ['not_found', 'organisation.not_allowed'],
});

export const listScimRequests = defineEndpoint({
  name: 'listScimRequests',
  method: 'GET',
  path: '/api/organisation/provisioning/requests',
  summary: 'The requests of directories in the last 30 days and their responses, newest first.',
  auth: 'user',
  personOnly: 'access',
  query: scimLogPage,
  responses: { 200: scimLog },
  errors: ['validation.failed', ...NOT_THEIRS],
});
