import { createHash } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';
import type { ServiceAccount } from '#domain/platform/settings/model-settings.ts';
import { boundedFetch, VENDOR_BYTES } from '../llm/bounded-fetch.ts';

const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Requested lifetime of a token; Google grants no longer one. */
const ASSERTION = '1h';
/** Tokens are renewed this long before they expire, because a call may still start with the old one. */
const RENEWED_BEFORE_MS = 60_000;
const TOKEN_WITHIN_MS = 20_000;

const fileSchema = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z][a-z0-9:.-]{4,60}$/),
  private_key_id: z.string().max(200),
  private_key: z.string().includes('BEGIN PRIVATE KEY'),
  client_email: z.string().max(200),
  token_uri: z.string().optional(),
});

/**
 * Reads the key file of a service account. Tokens are requested from Google's own address. The file may name another token address only on
 * the server in `baseURL` (such as a proxy); any other address is ignored.
 * @param text JSON, as Google Cloud's console saves it
 * @param baseURL base URL of the calls; absent: Google's
 * @returns null for any other text
 */
export function serviceAccountIn(text: string, baseURL?: string): ServiceAccount | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const file = fileSchema.safeParse(json).data;
  if (!file) return null;
  const named = file.token_uri === undefined ? null : URL.parse(file.token_uri);
  const isOfServer = named !== null && baseURL !== undefined && named.origin === new URL(baseURL).origin;
  return {
    projectId: file.project_id,
    email: file.client_email,
    keyId: file.private_key_id,
    privateKey: file.private_key,
    tokenAddress: isOfServer ? named.href : GOOGLE_TOKENS,
  };
}

/** Returns the default base URL of Vertex AI for a project: its global endpoint. */
export const vertexAddress = ({ projectId }: ServiceAccount): string =>
  `https://aiplatform.googleapis.com/v1/projects/${projectId}/locations/global/publishers/google`;

const bounded = boundedFetch({ total: 100_000, line: 100_000, error: 64_000 });
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const tokens = new Map<string, { readonly token: string; readonly until: number }>();
/** Includes the private key, so that a file with a different key never reuses another file's token. */
const nameOf = ({ email, keyId, privateKey, tokenAddress }: ServiceAccount): string =>
  `${tokenAddress} ${email} ${keyId} ${createHash('sha256').update(privateKey).digest('hex')}`;

/**
 * Returns an access token, cached until shortly before it expires (OAuth 2.0 for service accounts,
 * developers.google.com/identity/protocols/oauth2/service-account).
 * @returns the token server's refusal when it issues no token
 * @param signal the caller's own
 * @throws what `fetch` throws; TypeError for a key that cannot sign
 */
export async function accessToken(account: ServiceAccount, signal?: AbortSignal | null): Promise<string | Response> {
  const { email, keyId, privateKey, tokenAddress } = account;
  const name = nameOf(account);
  const known = tokens.get(name);
  if (known && known.until > Date.now()) return known.token;
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
    .setIssuer(email)
    .setAudience(tokenAddress)
    .setIssuedAt()
    .setExpirationTime(ASSERTION)
    .sign(await importPKCS8(privateKey, 'RS256'));
  const answer = await bounded(tokenAddress, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT, assertion }),
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(TOKEN_WITHIN_MS), ...(signal ? [signal] : [])]),
  });
  // Google answers 400 for a deleted or unknown key
  if (!answer.ok) return new Response(await answer.text(), { status: answer.status === 400 ? 401 : answer.status });
  const { access_token: token, expires_in: seconds } = tokenSchema.parse(await answer.json());
  tokens.set(name, { token, until: Date.now() + seconds * 1_000 - RENEWED_BEFORE_MS });
  return token;
}

/**
 * Returns a `fetch` for calls to Vertex AI that sends a token instead of a key. When no token is issued, the refusal is returned as the
 * call's answer.
 */
export function vertexFetch(account: ServiceAccount, end?: RegExp): typeof fetch {
  const call = boundedFetch(VENDOR_BYTES, end);
  return async (input, init) => {
    const token = await accessToken(account, init?.signal);
    if (token instanceof Response) return token;
    const headers = new Headers(init?.headers);
    headers.delete('x-goog-api-key');
    headers.set('authorization', `Bearer ${token}`);
    const answer = await call(input, { ...init, headers });
    // a token rejected before it expires is not used again
    if (answer.status === 401) tokens.delete(nameOf(account));
    return answer;
  };
}
