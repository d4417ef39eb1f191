import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import { keepKeySets, keepReadings } from '#domain/platform/network/kept-readings.ts';
import { isStorable } from '#domain/platform/storable.ts';
import { askProvider, isStandIn, NotAsked, readProviderAddress } from './ask-provider.ts';
import { redirectUri } from './connection-addresses.ts';
import { fetchedWords, SignInRefused } from './sign-in-refused.ts';

const TIMEOUT_S = 10;
/** An organisation's OpenID provider, as configured. */
export interface OidcProvider {
  /** Id of the connection. */
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, protected by PKCE alone. */
  readonly secret: string | null;
}

/** The addresses in a provider's metadata that we send people to or call. Only the last is optional. */
const ADDRESSES = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;

const clients = keepReadings<oidc.Configuration>();
const keySets = keepKeySets();

/**
 * Returns a client of a provider, which is discovered once an hour: strangers cause no further calls.
 * @param isNow whether it is discovered again, for its administrators
 * @throws SignInRefused provider_away when the provider does not answer, or not as this issuer
 */
async function connect(provider: OidcProvider, { isNow = false } = {}): Promise<oidc.Configuration> {
  const { id, issuer, clientId, secret } = provider;
  const key = createHash('sha256')
    .update(JSON.stringify([id, issuer, clientId, secret]))
    .digest('base64url');
  return (await clients(key, () => discover(provider), isNow ? 0 : undefined)).value;
}

/**
 * Discovers a provider. All its addresses are treated as untrusted: fetched over TLS, on the public internet, with size limits; people are
 * sent to no other address.
 * @throws SignInRefused provider_away when the provider does not answer, or not as this issuer
 */
async function discover({ issuer, clientId, secret }: OidcProvider): Promise<oidc.Configuration> {
  const asked = { address: issuer, status: null as number | null };
  const ask = async (address: string, sent?: Parameters<typeof askProvider>[1]): Promise<Response> => {
    Object.assign(asked, { address, status: null });
    const answer = await askProvider(address, sent);
    asked.status = answer.status;
    return answer;
  };
  try {
    const address = readProviderAddress(issuer);
    const found = await oidc.discovery(address, clientId, undefined, secret === null ? oidc.None() : clientAuth(secret), {
      timeout: TIMEOUT_S,
      [oidc.customFetch]: ask as unknown as oidc.CustomFetch,
      // the ID token's signature is checked even though it arrives over TLS: with the provider's keys and an algorithm it announces
      execute: [oidc.enableNonRepudiationChecks, ...(isStandIn(address) ? [oidc.allowInsecureRequests] : [])],
    });
    assertAddresses(found.serverMetadata());
    return found;
  } catch (error) {
    throw new SignInRefused('provider_away', `the provider could not be asked about itself: ${whyNotItself(error, asked)}`, {
      cause: error,
    });
  }
}

/** Describes why a provider's metadata could not be used: the address asked, its answer, and the issuer it names. */
function whyNotItself(error: unknown, { address, status }: { readonly address: string; readonly status: number | null }): string {
  if (status === null) return `${address}: ${wordsOf(error)}`;
  if (status !== 200) return `${address} answered ${status}`;
  const said = causesOf(error).flatMap(({ cause }) => (isObject(cause) && isObject(cause['body']) ? [cause['body']['issuer']] : []))[0];
  if (typeof said === 'string') return `${address} answered 200, and calls its issuer ${said.slice(0, 200)}`;
  return `${address} answered 200: ${wordsOf(error)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** @throws Error naming the address that is missing, or that we may not call or send people to */
function assertAddresses(published: oidc.ServerMetadata): void {
  for (const name of ADDRESSES) {
    const address = published[name];
    if (address === undefined && name === 'userinfo_endpoint') continue;
    try {
      readProviderAddress(String(address));
    } catch (error) {
      throw new Error(`its ${name} is not a usable address`, { cause: error });
    }
  }
}

/** Most providers accept the secret in the body, and all must accept it in a header, so the provider's announced methods decide. */
const clientAuth =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isPost = methods?.includes('client_secret_post') ?? false;
    return (isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, ...rest);
  };

/** Checks that a provider answers as its issuer. @throws SignInRefused provider_away */
export const discoverOidc = async (provider: OidcProvider): Promise<void> => void (await connect(provider, { isNow: true }));

interface AskedOidc {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

interface Asking {
  /** The provider shows no page: it answers at once, or names the prompt it would need. */
  readonly isSilent?: boolean;
  /** The person expected to sign in. */
  readonly hint?: string | undefined;
  /** An administrator tries the provider, which is discovered again. */
  readonly isTest?: boolean;
}

/** Returns the address a browser visits to sign in, and the values its answer is checked against. @throws SignInRefused provider_away */
export async function askOidc(provider: OidcProvider, { isSilent = false, hint, isTest = false }: Asking = {}): Promise<AskedOidc> {
  const client = await connect(provider, { isNow: isTest });
  const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri(provider.id),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(isSilent && { prompt: 'none' }),
    ...(hint !== undefined && { login_hint: hint }),
  });
  return { url: url.href, state, nonce, codeVerifier };
}

interface OidcAnswer {
  readonly state: string;
  readonly code: string;
  readonly iss?: string | undefined;
  readonly nonce: string;
  readonly codeVerifier: string;
}

const [MOST_NAMES, MOST_VALUES, LONGEST_VALUE] = [60, 300, 300];

/** What the attributes received so far still lack: something the sign-in needs, only the name, or nothing. */
type Lacking = (attributes: Record<string, string[]>) => 'needed' | 'names' | 'nothing';

/**
 * Exchanges a code for the person who signed in. Checks state, issuer (RFC 9207), PKCE, and the ID token's signature, issuer, audience,
 * times and nonce.
 * @returns the subject, and the claims as texts
 * @throws SignInRefused token, client, provider_away
 */
export async function readOidcAnswer(
  provider: OidcProvider,
  given: OidcAnswer,
  lacking: Lacking,
): Promise<{ subject: string; attributes: Record<string, string[]>; isUnverified: boolean; providerSession?: string }> {
  const client = await connect(provider);
  const back = new URL(redirectUri(provider.id));
  for (const [name, value] of Object.entries({ code: given.code, state: given.state, iss: given.iss }))
    if (value !== undefined) back.searchParams.set(name, value);
  try {
    const tokens = await oidc.authorizationCodeGrant(client, back, {
      expectedState: given.state,
      expectedNonce: given.nonce,
      pkceCodeVerifier: given.codeVerifier,
      idTokenExpected: true,
    });
    const token = tokens.claims()!;
    const more = await moreOf(client, { accessToken: tokens.access_token, subject: token.sub }, lacking(attributesOf(token)));
    const claims = { ...more, ...token };
    const attributes = attributesOf(claims);
    const session = token['sid'];
    return {
      subject: claims.sub,
      attributes,
      isUnverified: [more, token].some(deniesAddress),
      ...(typeof session === 'string' && isStorable(session) && session.length <= LONGEST_VALUE && { providerSession: session }),
    };
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Fetches claims missing from the ID token, in which some providers put only the subject. The userinfo must be about the same subject. A
 * missing name alone does not refuse the sign-in.
 */
async function moreOf(
  client: oidc.Configuration,
  { accessToken, subject }: { readonly accessToken: string; readonly subject: string },
  lacking: ReturnType<Lacking>,
): Promise<Readonly<Record<string, unknown>>> {
  if (lacking === 'nothing' || client.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await oidc.fetchUserInfo(client, accessToken, subject);
  } catch (error) {
    if (lacking === 'needed') throw error;
    return {};
  }
}

const DEEPEST = 3;

/** Returns claims as texts by name; nested claims are named by their path, such as `realm_access.roles`. */
function attributesOf(claims: Readonly<Record<string, unknown>>): Record<string, string[]> {
  const flat = (value: unknown, name: string, depth: number): [string, string[]][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && depth < DEEPEST
      ? Object.entries(value)
          .slice(0, MOST_NAMES)
          .flatMap(([inner, one]) => flat(one, `${name}.${inner}`, depth + 1))
      : [[name.slice(0, LONGEST_VALUE), textsOf(value)]];
  return Object.fromEntries(
    Object.entries(claims)
      .slice(0, MOST_NAMES)
      .flatMap(([name, value]) => flat(value, name, 0))
      .filter(([name]) => isStorable(name))
      .slice(0, MOST_NAMES),
  );
}

/**
 * Tells whether a provider says anything about an email address other than that it is verified; most say nothing about addresses they issue
 * themselves.
 */
const deniesAddress = ({ email_verified: said }: Readonly<Record<string, unknown>>): boolean =>
  said !== undefined && !/^(true|1)$/i.test(String(said));

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one).trim() !== '' && isStorable(String(one)))
    .slice(0, MOST_VALUES)
    .map((one) => String(one).trim().slice(0, LONGEST_VALUE));

function refusalOf(error: unknown): SignInRefused {
  if (causesOf(error).some((one) => one instanceof NotAsked))
    return new SignInRefused('provider_away', `the provider did not answer: ${wordsOf(error)}`, { cause: error });
  if (error instanceof oidc.ResponseBodyError) {
    const isClient = /^(invalid_client|unauthorized_client)$/.test(error.error);
    const detail = isClient ? `the provider refused the client: ${error.error}` : `the provider answered ${error.status}: ${error.error}`;
    return new SignInRefused(isClient ? 'client' : 'token', detail, { cause: error, words: fetchedWords(error) });
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return new SignInRefused('client', 'the provider refused the client', { cause: error });
  return new SignInRefused('token', wordsOf(error), { cause: error });
}

function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 5; one = one.cause) found.push(one);
  return found;
}

function wordsOf(error: unknown): string {
  return causesOf(error)
    .map(({ message }) => message)
    .filter((message, place, all) => all.indexOf(message) === place)
    .join(': ');
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a provider's logout token: providers resend a token that was not accepted. */
const LOGOUT_WITHIN_S = 10 * 60;
const CLOCKS_S = 120;

/** The ended session: all of a person's, or one of the provider's own sessions. */
export interface EndedAtProvider {
  readonly subject: string | null;
  readonly providerSession: string | null;
  /** Id of the logout token, which counts once. */
  readonly id: string;
  /** All its claims as texts. */
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

/** Signatures that a provider's keys can make; anybody could make others, or none. */
const SIGNED = /^(RS|PS|ES)\d+$|^EdDSA$|^Ed25519$/;

/**
 * Reads the token with which a provider reports an ended session (OpenID Connect Back-Channel Logout 1.0, 2.6). It must be signed with the
 * keys of the provider's ID tokens, addressed to us, fresh, and not an ID token. Anybody may send one: everything that it says of itself is
 * compared first, so that a token that is unsigned or another's causes no call.
 * @throws SignInRefused token, provider_away
 */
export async function readLogoutToken(provider: OidcProvider, token: string): Promise<EndedAtProvider> {
  const refuse = (why: string, cause?: unknown): never => {
    throw new SignInRefused('token', `a logout token: ${why}`, { cause });
  };
  let said: JWTPayload & { events?: unknown; nonce?: unknown; sid?: unknown };
  try {
    const { alg = 'none' } = decodeProtectedHeader(token);
    if (!SIGNED.test(alg) || !/^[^.]+\.[^.]+\.[^.]+$/.test(token)) return refuse('it is not signed');
    said = decodeJwt(token);
  } catch (error) {
    return error instanceof SignInRefused ? refuse(error.message) : refuse('it cannot be read', error);
  }
  const { iss, aud, iat, events, nonce, sub, sid, jti } = said;
  if (!isSameAddress(iss, provider.issuer)) return refuse('it is from another issuer');
  if (![aud].flat().includes(provider.clientId)) return refuse('it is for another client');
  if (typeof iat !== 'number' || iat < Date.now() / 1_000 - LOGOUT_WITHIN_S - CLOCKS_S) return refuse('it is too old');
  if (!isObject(events) || !isObject(events[LOGOUT_EVENT]) || nonce !== undefined) return refuse('it is none');
  const [subject, providerSession] = [sub, sid].map((one) => (typeof one === 'string' && isStorable(one) ? one : null));
  if (typeof jti !== 'string' || !isStorable(jti) || (subject === null && providerSession === null)) return refuse('it names nobody');
  const { issuer, jwks_uri: keysAt, id_token_signing_alg_values_supported: announced } = (await connect(provider)).serverMetadata();
  const algorithms = ((announced as string[] | undefined) ?? ['RS256']).filter((one) => SIGNED.test(one));
  const keys = keySets(`${provider.id} ${keysAt}`, async () =>
    createLocalJWKSet((await (await askProvider(keysAt!)).json()) as JSONWebKeySet),
  );
  await jwtVerify(token, keys, {
    issuer,
    audience: provider.clientId,
    algorithms,
    maxTokenAge: LOGOUT_WITHIN_S,
    clockTolerance: CLOCKS_S,
  }).catch((error: unknown) => {
    if (error instanceof NotAsked) throw new SignInRefused('provider_away', `the provider's keys: ${wordsOf(error)}`, { cause: error });
    return refuse(wordsOf(error), error);
  });
  return { subject: subject!, providerSession: providerSession!, id: jti, claims: attributesOf(said) };
}

/** Compares addresses as discovery does: with and without the slash after a host. */
const isSameAddress = (one: unknown, other: string): boolean =>
  typeof one === 'string' && URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
