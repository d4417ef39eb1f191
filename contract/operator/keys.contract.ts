import * as z from 'zod/mini';
import { KEY_IN_TEXT } from '#contract/identity/api-keys.contract.ts';
import { KEY_HOLDERS } from '#contract/identity/key-scopes.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Maximum number of keys in an answer. */
export const KEYS_FOUND = 20;

const foundKey = z.object({
  api_key_id: z.string(),
  name: z.string(),
  /** The last four characters; empty for a connected app. */
  ending: z.string(),
  holder: z.enum(KEY_HOLDERS),
  /** The account for which the key acts. */
  owner: z.object({ user_id: z.string(), email: z.string(), name: z.string() }),
  created_at: z.string(),
  expires_at: z.string(),
  ended_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
});
export type FoundKey = z.infer<typeof foundKey>;

/** Tells whether a text contains a whole key, which must get neither into a URL nor into a log. */
export const hasKey = (text: string): boolean => KEY_IN_TEXT.test(text);

/** Changes nothing, but uses POST: URLs are kept in histories and logs, and the text may be a key. */
export const findKeys = defineEndpoint({
  name: 'findKeys',
  method: 'POST',
  path: '/api/operator/keys/search',
  summary: 'Find API keys by the whole key, which is looked up by its hash and not stored; by id, ending, words of the name, or owner.',
  auth: 'operator',
  personOnly: 'installation',
  body: z.object({ q: z.string().check(z.trim(), z.minLength(3), z.maxLength(300)) }),
  example: { q: 'sk-4f2a' },
  responses: { 200: z.object({ keys: z.array(foundKey) }) },
  errors: ['validation.failed', 'access.denied'],
});

/** Audited; the owner gets an email. Revoking a revoked key changes nothing. */
export const endFoundKey = defineEndpoint({
  name: 'endFoundKey',
  method: 'POST',
  path: '/api/operator/keys/:api_key_id/end',
  summary: 'Revoke one leaked API key; the owner’s other keys and sessions remain valid.',
  auth: 'operator',
  personOnly: 'installation',
  params: z.object({ api_key_id: z.uuid() }),
  responses: { 200: foundKey },
  errors: ['validation.failed', 'access.denied', 'not_found'],
});
