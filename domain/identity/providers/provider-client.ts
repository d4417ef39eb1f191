import { createRemoteJWKSet, errors, importPKCS8, jwtVerify, SignJWT } from 'jose';
import * as oidc from 'openid-client';
import type { Provider } from '#contract/identity/providers.contract.ts';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { keepReadings } from '#domain/platform/network/kept-readings.ts';
import { outgoing } from '#domain/platform/network/outgoing.ts';
import type { ProviderSettings } from '#domain/platform/settings/provider-settings.ts';

const TIMEOUT_S = 10;
/** Apple accepts a client secret for half a year at most; we need it for one call. */
const SECRET_LIFE = '5m';
/** Maximum age of an ID token that came without a code. */
const TOKEN_AGE_S = 600;

/** A user's identity at a provider. */
export interface ProvedIdentity {
  readonly subject: string;
  /** In lower case. */
  readonly email: string;
  /** From the provider; null when it sends none. */
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Returns the redirect URI of a provider: a page of ours. */
export const returnAddress = (provider: Provider): string => `${config().publicOrigin}/sign-in/${provider}`;

/** Returns a provider's settings. @throws ProductError auth.social_not_configured */
function settingsOf(provider: Provider): ProviderSettings {
  const settings = config().providers[provider];
  if (!settings) {
    throw new ProductError('auth.social_not_configured', 'Social sign-in is not configured on this installation. Please use your email.');
  }
  return settings;
}

async function secretOf({ issuer, clientId, secret }: ProviderSettings): Promise<string> {
  if (typeof secret === 'string') return secret;
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: secret.keyId })
    .setIssuer(secret.teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime(SECRET_LIFE)
    .sign(await importPKCS8(secret.privateKey, 'ES256'));
}

const discovered = keepReadings<oidc.ServerMetadata>();

/**
 * Returns a client of the provider, whose endpoints are discovered once an hour: strangers cause no further calls. Only in the sandbox may a
 * stand-in on loopback lack TLS.
 */
async function connect(provider: Provider): Promise<oidc.Configuration> {
  const settings = settingsOf(provider);
  const issuer = new URL(settings.issuer);
  const isStandIn = config().hasStandIns && issuer.protocol === 'http:' && issuer.hostname === '127.0.0.1';
  try {
    const secret = oidc.ClientSecretPost(await secretOf(settings));
    const insecure = isStandIn && { execute: [oidc.allowInsecureRequests] };
    const { value } = await discovered(`${provider} ${issuer.href}`, async () => {
      const found = await outgoing('identity', () =>
        oidc.discovery(issuer, settings.clientId, undefined, secret, { timeout: TIMEOUT_S, ...insecure }),
      );
      return found.serverMetadata();
    });
    const client = new oidc.Configuration(value, settings.clientId, undefined, secret);
    client.timeout = TIMEOUT_S;
    if (isStandIn) oidc.allowInsecureRequests(client);
    return client;
  } catch (cause) {
    throw away(cause);
  }
}

/**
 * Returns the authorization URL, and the values to check the answer against.
 * @throws ProductError auth.social_not_configured, auth.provider_away
 */
export async function askProvider(provider: Provider): Promise<{ url: string; state: string; nonce: string; codeVerifier: string }> {
  const client = await connect(provider);
  const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: returnAddress(provider),
    scope: provider === 'apple' ? 'openid email name' : 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // Apple sends the address only in this response mode
    ...(provider === 'apple' && { response_mode: 'form_post' }),
  });
  return { url: url.href, state, nonce, codeVerifier };
}

/**
 * Exchanges a provider's answer for the identity. Checks signature, issuer, audience, times, nonce, state and PKCE, and that the provider
 * has verified the address.
 * @throws ProductError auth.provider_refused
 */
export async function readProviderAnswer(
  provider: Provider,
  given: { code: string; state: string; iss?: string | undefined; nonce: string; codeVerifier: string },
): Promise<ProvedIdentity> {
  const client = await connect(provider);
  const back = new URL(returnAddress(provider));
  for (const [name, value] of Object.entries({ code: given.code, state: given.state, iss: given.iss }))
    if (value !== undefined) back.searchParams.set(name, value);
  try {
    const tokens = await outgoing('identity', () =>
      oidc.authorizationCodeGrant(client, back, {
        expectedState: given.state,
        expectedNonce: given.nonce,
        pkceCodeVerifier: given.codeVerifier,
        idTokenExpected: true,
      }),
    );
    return identityOf(tokens.claims());
  } catch (cause) {
    throw refused(cause);
  }
}

/**
 * Validates an ID token that came without a code: signature, issuer, audience, times and freshness.
 * @returns also its expiry, until which it must be remembered as used
 * @throws ProductError auth.social_not_configured, auth.provider_refused, auth.provider_away
 */
export async function readIdToken(provider: Provider, token: string): Promise<{ identity: ProvedIdentity; expiresAt: Date }> {
  const client = await connect(provider);
  const { issuer, jwks_uri: address } = client.serverMetadata();
  try {
    const { payload } = await outgoing('identity', () =>
      jwtVerify(token, keysAt(address ?? ''), {
        issuer,
        audience: client.clientMetadata().client_id,
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['sub', 'iat', 'exp'],
        maxTokenAge: TOKEN_AGE_S,
      }),
    );
    return { identity: identityOf(payload), expiresAt: new Date((payload.iat! + TOKEN_AGE_S) * 1000) };
  } catch (cause) {
    if (isUnreachable(cause)) throw away(cause);
    throw refused(cause);
  }
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
/** Returns the provider's public keys, fetched again when a token names an unknown one. */
function keysAt(address: string): ReturnType<typeof createRemoteJWKSet> {
  const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address));
  keySets.set(address, keys);
  return keys;
}

/** Tells whether fetching the keys failed, which says nothing about the token. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === errors.JOSEError.code;

/** Extracts the identity. @throws Error when the provider has not verified the address */
function identityOf(claims: Readonly<Record<string, unknown>> | undefined): ProvedIdentity {
  const [subject, email] = [claims?.['sub'], claims?.['email']];
  // Apple sends booleans as strings
  const isVerified = String(claims?.['email_verified']) === 'true';
  if (typeof subject !== 'string' || typeof email !== 'string' || !isVerified) throw new errors.JWTInvalid('no verified address');
  return {
    subject,
    email: email.toLowerCase(),
    firstName: textOf(claims?.['given_name']),
    lastName: textOf(claims?.['family_name']),
  };
}

const textOf = (claim: unknown): string | null => (typeof claim === 'string' && claim.trim() !== '' ? claim.trim().slice(0, 100) : null);

const away = (cause: unknown): ProductError =>
  new ProductError('auth.provider_away', 'The provider cannot be reached. Please try again, or use your email.', { cause });

export const refused = (cause?: unknown): ProductError =>
  new ProductError('auth.provider_refused', 'Signing in with the provider did not work. Please start again.', { cause });
