import * as z from 'zod/mini';
import { KEY_HOLDERS, KEY_SCOPE_IDS } from '#contract/identity/key-scopes.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { visibleName } from '#contract/platform/visible-name.ts';

/** Maximum number of active keys per holder: neither revoked nor expired. */
export const KEYS_AT_MOST = 50;
export const KEY_NAME_CHARS = 60;
/** Maximum lifetime of a key in days. */
export const KEY_DAYS_AT_MOST = 366;
/** Days after which an app's access expires. */
export const APP_DAYS = 180;
/** Maximum daily budget of a key, in tokens. */
export const KEY_TOKENS_AT_MOST = 1_000_000;
export const KEY_NETWORKS_AT_MOST = 20;
/** Days for which a revoked or expired key stays listed. */
export const ENDED_KEYS_SHOWN_DAYS = 30;

/** The prefix of every key, by which scanners of repositories and logs find keys. */
export const KEY_PREFIX = 'cwk_live_';
/**
 * A whole key: 190 random bits, and the CRC-32 of the preceding characters in six characters, so that a scanner can tell a key from a typo.
 */
export const KEY_PATTERN = /^cwk_live_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/;
/** A whole key within a text, such as a line that a scanner has found. */
export const KEY_IN_TEXT = /(?<![0-9A-Za-z_])cwk_live_[0-9A-Za-z]{38}(?![0-9A-Za-z])/;

const address = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]);
/** Tells whether a text is an IPv4 or IPv6 address, or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => address.safeParse(text).success;
const network = z
  .string()
  .check(
    z.trim(),
    z.maxLength(60),
    z.refine(isNetwork, { error: 'Is neither an address nor a network such as 203.0.113.0/24.' }),
    z.meta({ examples: ['203.0.113.0/24'] }),
  );

const scope = z.enum(KEY_SCOPE_IDS);
const holder = z.enum(KEY_HOLDERS);

export const apiKeySchema = z.object({
  api_key_id: z.string(),
  name: z.string(),
  /** The last four characters, to tell keys apart; empty for a connected app. */
  ending: z.string(),
  /** For an app connected by OAuth, the host of its redirect URI; null for a key. */
  app: z.nullable(z.object({ host: z.string() })),
  scopes: z.array(scope),
  /** Maximum number of tokens per day (UTC). */
  day_budget: z.int(),
  /** Tokens spent today or reserved for work in progress. */
  spent_today: z.number(),
  /** Networks from which the key can be used; empty for anywhere. */
  networks: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
  /** When somebody revoked the key. */
  ended_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  /** Number of calls that were let in with the key. */
  calls: z.int(),
  /** The account for which the key acts. */
  acts_for: z.string(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const listKeys = defineEndpoint({
  name: 'listKeys',
  method: 'GET',
  path: '/api/keys/:holder',
  summary: 'The API keys of the caller, of the organisation they own, or of their work as an operator; newest first.',
  auth: 'user',
  personOnly: 'access',
  params: z.object({ holder }),
  responses: { 200: z.object({ keys: z.array(apiKeySchema) }) },
  errors: ['validation.failed', 'not_found'],
});

export const getCaller = defineEndpoint({
  name: 'getCaller',
  method: 'GET',
  path: '/api/caller',
  summary: 'The account for which the caller acts, and the API key used; null for a person.',
  auth: 'user',
  scopes: 'any',
  responses: { 200: z.object({ user_id: z.string(), key: z.nullable(apiKeySchema) }) },
  errors: [],
});

export const createKey = defineEndpoint({
  name: 'createKey',
  method: 'POST',
  path: '/api/keys/:holder',
  summary: 'Create an API key. Only this response contains it: only its hash is stored.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  proven: true,
  age: 'secret_address',
  readBy: 'sender',
  params: z.object({ holder }),
  body: z.object({
    name: visibleName(KEY_NAME_CHARS),
    scopes: z.array(scope).check(z.minLength(1), z.maxLength(KEY_SCOPE_IDS.length)),
    /** Days until the key expires. */
    days: z.int().check(z.gte(1), z.lte(KEY_DAYS_AT_MOST)),
    day_budget: z.int().check(z.gte(0), z.lte(KEY_TOKENS_AT_MOST)),
    networks: z._default(z.array(network).check(z.maxLength(KEY_NETWORKS_AT_MOST)), []),
    password: z.string().check(z.minLength(1), z.maxLength(1024)),
  }),
  example: { name: 'Mine', scopes: ['organisation'], days: 1, day_budget: 0, password: 'unknown' },
  responses: { 201: z.object({ key: apiKeySchema, secret: z.string() }) },
  errors: ['validation.failed', 'auth.password_wrong', 'not_found', 'keys.too_many', 'limits.rate'],
  limit: 'password',
});

export const endKey = defineEndpoint({
  name: 'endKey',
  method: 'DELETE',
  path: '/api/keys/:holder/:api_key_id',
  summary: 'Revoke an API key: further calls with it are refused everywhere. Repeating the call changes nothing.',
  auth: 'user',
  offline: 'never',
  personOnly: 'access',
  params: z.object({ holder, api_key_id: z.string() }),
  responses: { 200: apiKeySchema },
  errors: ['validation.failed', 'not_found'],
});
