import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { wholeText } from '#contract/platform/numbers.ts';

/** Maximum number of tokens: two, so that one can replace the other. */
export const SCIM_TOKENS_AT_MOST = 2;
/** Days for which requests of directories are listed. */
export const SCIM_LOG_DAYS = 30;

const provisioning = z.object({
  /** The service address to enter in the directory. */
  address: z.string(),
  tokens: z.array(
    z.object({
      token_id: z.string(),
      /** The token's last four characters. */
      ending: z.string(),
      /** The account that created the token; null if it was deleted. */
      made_by: z.nullable(z.string()),
      /**
       * The creator can no longer set up directories but may still know the token, which should be replaced and cannot appoint
       * administrators.
       */
      maker_is_gone: z.boolean(),
      created_at: z.string(),
      /** To the minute; null if never. */
      last_used_at: z.nullable(z.string()),
    }),
  ),
  /** Number of users and groups that come from a directory. */
  users: z.int(),
  groups: z.int(),
});
export type Provisioning = z.infer<typeof provisioning>;

export const scimRequest = z.object({
  request_id: z.int(),
  at: z.string(),
  method: z.string(),
  /** Including the query, truncated to 300 characters. */
  path: z.string(),
  status: z.int(),
  /** The error in the response; null without one. */
  detail: z.nullable(z.string()),
  ms: z.int(),
});
export type ScimRequest = z.infer<typeof scimRequest>;

export const scimLogPage = z.object({
  /** All requests, or only refused ones. */
  show: z._default(z.enum(['all', 'refused']), 'all'),
  /** The previous page's `next_before`. */
  before: z.optional(wholeText(1, Number.MAX_SAFE_INTEGER)),
  limit: z._default(wholeText(1, 100), 50),
});
export const scimLog = z.object({ requests: z.array(scimRequest), next_before: z.nullable(z.int()) });

const NOT_THEIRS = ['organisation.none', 'organisation.not_allowed'] as const;

export const getProvisioning = defineEndpoint({
  name: 'getProvisioning',
  method: 'GET',
  path: '/api/organisation/provisioning',
  summary: 'The SCIM settings with which a directory sends people to the organisation; for owners and administrators.',
  auth: 'user',
  personOnly: 'access',
  responses: { 200: z.object({ provisioning }) },
  errors: [...NOT_THEIRS],
});

/** The secret appears only in this answer. */
export const createScimToken = defineEndpoint({
  name: 'createScimToken',
  method: 'POST',
  path: '/api/organisation/provisioning/tokens',
  summary: 'Create a token for a directory.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  opensNothing: 'what an organisation sets up, whose owners and administrators are adults',
  proven: true,
  responses: { 201: z.object({ token: z.string(), provisioning }) },
  errors: [...NOT_THEIRS, 'scim.tokens_full'],
});

/** The directory is refused immediately. Repeating the call changes nothing. */
export const endScimToken = defineEndpoint({
  name: 'endScimToken',
  method: 'DELETE',
  path: '/api/organisation/provisioning/tokens/:token_id',
  summary: 'Revoke a directory’s token.',
  auth: 'user',
  offline: 'never',
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
