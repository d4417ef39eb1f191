import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { onDisconnect } from '#domain/platform/database.ts';
import { askLms, LmsFailure, type LmsAnswer, type LmsCall } from './lms-client.ts';
import { signMessage } from './signing-key.commands.ts';

/** Of a platform, what a call of its services needs. */
export interface Serving {
  readonly id: string;
  readonly client_id: string;
  readonly token_url: string;
  readonly token_audience: string | null;
}

/** Seconds that an assertion is valid, and before its end that a token is no longer used. */
const ASSERTION_S = 60;
const EARLY_S = 60;
/** A token is kept for an hour at most, and of so many platforms and scopes. */
const LONGEST_S = 3_600;
const MOST = 1_000;

const tokenSchema = z.object({ access_token: z.string().min(1).max(20_000), expires_in: z.coerce.number().optional() });

const tokens = new Map<string, { readonly token: string; readonly until: number }>();
onDisconnect(() => tokens.clear());

const keyOf = ({ id, client_id, token_url }: Serving, scope: string): string => [id, client_id, token_url, scope].join(' ');

/**
 * Returns an access token of a platform's services (§4.1 of the Security Framework: client credentials, with an assertion that we sign). It is
 * kept until shortly before it expires.
 * @throws LmsFailure
 */
async function accessToken(platform: Serving, scope: string): Promise<string> {
  const key = keyOf(platform, scope);
  const kept = tokens.get(key);
  if (kept && Date.now() < kept.until) return kept.token;
  const { client_id: client, token_url: address, token_audience: audience } = platform;
  const claims = { iss: client, sub: client, aud: audience ?? address, jti: randomUUID() };
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signMessage(claims, ASSERTION_S),
    scope,
  });
  const { json } = await askLms(address, {
    method: 'POST',
    accept: 'application/json',
    contentType: 'application/x-www-form-urlencoded',
    body: form.toString(),
  });
  const parsed = tokenSchema.safeParse(json);
  if (!parsed.success) throw new LmsFailure('refused', 'The platform gave no token.');
  const seconds = Math.min(parsed.data.expires_in ?? LONGEST_S, LONGEST_S) - EARLY_S;
  tokens.delete(key);
  if (seconds > 0) tokens.set(key, { token: parsed.data.access_token, until: Date.now() + seconds * 1_000 });
  if (tokens.size > MOST) tokens.delete(tokens.keys().next().value!);
  return parsed.data.access_token;
}

/**
 * Calls a service of a platform. A token that it does not take any more is replaced once.
 * @throws LmsFailure
 */
export async function askService(platform: Serving, scope: string, address: string, call: LmsCall): Promise<LmsAnswer> {
  try {
    return await askLms(address, { ...call, bearer: await accessToken(platform, scope) });
  } catch (error) {
    if (!(error instanceof LmsFailure) || error.kind !== 'unauthorised' || !tokens.delete(keyOf(platform, scope))) throw error;
    return askLms(address, { ...call, bearer: await accessToken(platform, scope) });
  }
}
