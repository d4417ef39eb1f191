import * as oidc from 'openid-client';
import { isStorable } from '#domain/platform/storable.ts';
import { askProvider, isStandIn, NotAsked, readProviderAddress } from './ask-provider.ts';
import { redirectUri } from './connection-addresses.ts';
import { SignInRefused } from './sign-in-refused.ts';

const TIMEOUT_S = 10;
/** An organisation's OpenID provider, as it was set up. */
export interface OidcProvider {
  /** Of the connection. */
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  /** null: the client is public, and PKCE alone protects it. */
  readonly secret: string | null;
}

/** Of what a provider publishes: where people are sent, and what we ask. The last is optional. */
const ADDRESSES = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;

/**
 * Discovers a provider. All its addresses are fetched as strangers': by TLS, public, bounded; and nobody is sent to any other.
 * @throws SignInRefused provider_away, when it does not answer as itself
 */
async function connect({ issuer, clientId, secret }: OidcProvider): Promise<oidc.Configuration> {
  try {
    const address = readProviderAddress(issuer);
    const found = await oidc.discovery(address, clientId, undefined, secret === null ? oidc.None() : clientAuth(secret), {
      timeout: TIMEOUT_S,
      [oidc.customFetch]: askProvider as unknown as oidc.CustomFetch,
      // the ID token's signature is checked although it comes by TLS: by the provider's keys, and by an algorithm that it announces
      execute: [oidc.enableNonRepudiationChecks, ...(isStandIn(address) ? [oidc.allowInsecureRequests] : [])],
    });
    assertAddresses(found.serverMetadata());
    return found;
  } catch (error) {
    throw new SignInRefused('provider_away', `the provider could not be asked about itself: ${wordsOf(error)}`, error);
  }
}

/** @throws Error, which says which address is missing or is none that we ask or send people to */
function assertAddresses(published: oidc.ServerMetadata): void {
  for (const name of ADDRESSES) {
    const address = published[name];
    if (address === undefined && name === 'userinfo_endpoint') continue;
    try {
      readProviderAddress(String(address));
    } catch (error) {
      throw new Error(`its ${name} cannot be used`, { cause: error });
    }
  }
}

/** Most providers take the secret in the body, and all must take it in a header: what the provider announces decides. */
const clientAuth =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isPost = methods?.includes('client_secret_post') ?? false;
    return (isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, ...rest);
  };

/** Checks that a provider answers as itself. @throws SignInRefused provider_away */
export const discoverOidc = async (provider: OidcProvider): Promise<void> => void (await connect(provider));

interface AskedOidc {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Returns where a browser goes to sign in, and what the answer is checked against. @throws SignInRefused provider_away */
export async function askOidc(provider: OidcProvider): Promise<AskedOidc> {
  const client = await connect(provider);
  const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri(provider.id),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
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

/**
 * Exchanges a code for who came. Checks state, issuer (RFC 9207), PKCE, and the ID token's signature, issuer, audience, times and nonce.
 * @returns the subject, and the claims as texts
 * @throws SignInRefused token, client, provider_away
 */
export async function readOidcAnswer(
  provider: OidcProvider,
  given: OidcAnswer,
): Promise<{ subject: string; attributes: Record<string, string[]>; isUnverified: boolean }> {
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
    // some providers put into the ID token only who it is; what they say elsewhere must be of the same subject
    const isThin = token['email'] === undefined && client.serverMetadata().userinfo_endpoint !== undefined;
    const more = isThin ? await oidc.fetchUserInfo(client, tokens.access_token, token.sub) : {};
    const claims = { ...more, ...token };
    const attributes = Object.fromEntries(
      Object.entries(claims)
        .filter(([name]) => isStorable(name))
        .slice(0, MOST_NAMES)
        .map(([name, value]) => [name.slice(0, LONGEST_VALUE), textsOf(value)]),
    );
    return { subject: claims.sub, attributes, isUnverified: [more, token].some(deniesAddress) };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Tells whether a provider says of an address anything but that it is verified; most say nothing of those that they give away themselves. */
const deniesAddress = ({ email_verified: said }: Readonly<Record<string, unknown>>): boolean =>
  said !== undefined && !/^(true|1)$/i.test(String(said));

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one) && String(one).trim() !== '' && isStorable(String(one)))
    .slice(0, MOST_VALUES)
    .map((one) => String(one).trim().slice(0, LONGEST_VALUE));

function refusalOf(error: unknown): SignInRefused {
  if (causesOf(error).some((one) => one instanceof NotAsked))
    return new SignInRefused('provider_away', `the provider did not answer: ${wordsOf(error)}`, error);
  if (error instanceof oidc.ResponseBodyError && /^(invalid_client|unauthorized_client)$/.test(error.error))
    return new SignInRefused('client', `the provider refused the client: ${wordsOf(error)}`, error);
  if (error instanceof oidc.WWWAuthenticateChallengeError) return new SignInRefused('client', 'the provider refused the client', error);
  return new SignInRefused('token', wordsOf(error), error);
}

function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 5; one = one.cause) found.push(one);
  return found;
}

/** The provider's own words are a stranger's: they are shown to administrators, as text. */
function wordsOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError) return `${error.error} ${error.error_description ?? ''}`.trim();
  return causesOf(error)
    .map(({ message }) => message)
    .filter((message, place, all) => all.indexOf(message) === place)
    .join(': ');
}
