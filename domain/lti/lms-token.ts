import { randomUUID } from 'node:crypto';
import { database, onDisconnect } from '#domain/platform/database.ts';
import { fieldsOf, LeftOut } from './lenient.ts';
import { askLms, LmsFailure, type LmsAnswer, type LmsCall } from './lms-client.ts';
import { sql } from '#domain/platform/sql.ts';
import { noteLeftOut } from './problem.commands.ts';
import { signMessage } from './signing-key.commands.ts';

/** The fields of a platform that are needed to call its services. */
export interface Serving {
  readonly id: string;
  readonly client_id: string;
  readonly token_url: string;
  readonly token_audience: string | null;
  readonly audience_used: string | null;
}

/** SQL: `platform` as `Serving`. */
export const SERVING = sql`jsonb_build_object('id', platform.id, 'client_id', platform.client_id, 'token_url', platform.token_url,
  'token_audience', platform.token_audience, 'audience_used', platform.audience_used)`;

/** Lifetime of an assertion, and the time before expiry from which a token is no longer used, in seconds. */
const ASSERTION_S = 60;
const EARLY_S = 60;
/** Tokens are cached for an hour at most, and for at most this many platforms and scopes. */
const LONGEST_S = 3_600;
const MOST = 1_000;

const TOKEN = { most: 20_000 };
/** Errors with which platforms reject an assertion, perhaps because they expect another audience (RFC 6749 §5.2 and variations). */
const NOT_TAKEN: ReadonlySet<number | null> = new Set([400, 401, 403]);

const tokens = new Map<string, { readonly token: string; readonly until: number }>();
onDisconnect(() => tokens.clear());

const keyOf = ({ id, client_id, token_url }: Serving, scope: string): string => [id, client_id, token_url, scope].join(' ');

/**
 * Returns an access token for a platform's services (§4.1 of the Security Framework: client credentials, with an assertion that we sign),
 * cached until shortly before it expires. Platforms disagree on the assertion's audience: the audience that worked last is tried first,
 * then the one that the platform names (which may be no address), then its token endpoint. One at a time, because some platforms reject a
 * list.
 * @throws LmsFailure
 */
async function accessToken(platform: Serving, scope: string): Promise<string> {
  const key = keyOf(platform, scope);
  const kept = tokens.get(key);
  if (kept && Date.now() < kept.until) return kept.token;
  const { audience_used: used, token_audience: said, token_url: address } = platform;
  const audiences = [...new Set([used, said, address].filter((audience) => audience !== null))];
  let refusal: LmsFailure | null = null;
  for (const audience of audiences) {
    try {
      const { token, seconds } = await askForToken(platform, scope, audience);
      tokens.delete(key);
      if (seconds > EARLY_S) tokens.set(key, { token, until: Date.now() + (seconds - EARLY_S) * 1_000 });
      if (tokens.size > MOST) tokens.delete(tokens.keys().next().value!);
      if (audience !== used) await database()('lti_platform').where({ id: platform.id }).update({ audience_used: audience });
      return token;
    } catch (error) {
      if (!(error instanceof LmsFailure) || !NOT_TAKEN.has(error.status)) throw error;
      refusal ??= error;
    }
  }
  // a platform also answers so while the tool is not turned on yet, so it is tried again
  throw new LmsFailure('unauthorised', `The platform gave no token. ${refusal?.message ?? ''}`, {
    status: refusal?.status ?? null,
    cause: refusal,
  });
}

async function askForToken({ id, client_id: client, token_url: address }: Serving, scope: string, audience: string) {
  const claims = { iss: client, sub: client, aud: audience, jti: randomUUID() };
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
  const leftOut = new LeftOut();
  const answer = fieldsOf(json, leftOut, 'token.');
  const token = answer.id('access_token', TOKEN);
  if (token === null) throw new LmsFailure('refused', 'The platform gave no token.');
  const seconds = Number(answer.id('expires_in', TOKEN) ?? LONGEST_S);
  if (Number.isNaN(seconds)) leftOut.add('token.expires_in', 'is not a number');
  await noteLeftOut(id, leftOut);
  return { token, seconds: Number.isNaN(seconds) ? 0 : Math.min(seconds, LONGEST_S) };
}

/**
 * Calls a service of a platform. A token that is no longer accepted is replaced once.
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
