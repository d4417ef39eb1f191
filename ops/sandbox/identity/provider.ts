import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

/** The user signed in at the provider. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
}

interface Grant {
  readonly person: ProviderPerson;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly challenge: string;
}

export interface ProviderStandIn {
  readonly issuer: string;
  /** The user who presses Continue. */
  person: ProviderPerson;
  /** Overrides of the next token's claims, e.g. another audience. */
  deviation: Record<string, unknown>;
  /** Replaces the next token, e.g. with an unsigned one. */
  forge: ((token: string, publicKey: string) => Promise<string> | string) | null;
  /** Issues an ID token for the client, as a mobile app gets it. */
  issue(person: ProviderPerson): Promise<string>;
  close(): void;
}

/**
 * Starts a small, strict OpenID provider on loopback: discovery, authorize, token and keys. It accepts only what OpenID Connect specifies:
 * PKCE with S256, a state, a nonce, its single client and that client's secret, and each code once and with its redirect URI.
 */
export async function startProvider(client: { id: string; secret: string }): Promise<ProviderStandIn> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();

  const issue = async (person: ProviderPerson, more: Record<string, unknown> = {}): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      aud: client.id,
      iat: now,
      exp: now + 300,
      jti: randomUUID(),
      ...person,
      ...more,
      ...provider.deviation,
    };
    provider.deviation = {};
    const { forge } = provider;
    provider.forge = null;
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid }).sign(privateKey);
    return forge ? forge(token, await exportSPKI(publicKey)) : token;
  };

  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const needed = { client_id: client.id, response_type: 'code', code_challenge_method: 'S256' };
    const isRight = Object.entries(needed).every(([name, value]) => query.get(name) === value);
    const [state, nonce, challenge, redirectUri] = ['state', 'nonce', 'code_challenge', 'redirect_uri'].map((name) => query.get(name));
    if (!isRight || !state || !nonce || !challenge || !redirectUri || !query.get('scope')?.split(' ').includes('openid')) {
      return void response.writeHead(400).end();
    }
    const code = randomUUID();
    grants.set(code, { person: provider.person, redirectUri, nonce, challenge });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', state);
    response.writeHead(302, { Location: back.href }).end();
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request));
    const refuse = (error: string) => response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) return void refuse('invalid_client');
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const proved = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== proved) return void refuse('invalid_grant');
    const idToken = await issue(grant.person, { nonce: grant.nonce });
    const body = { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', provider.issuer);
    const tell = (body: unknown) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') return void tell(metadata(provider.issuer));
    if (pathname === '/keys') return void tell({ keys: [jwk] });
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/token' && request.method === 'POST') return void token(request, response);
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: ProviderStandIn = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { sub: 'nobody', email: 'nobody@example.com', email_verified: true },
    deviation: {},
    forge: null,
    issue: (person) => issue(person),
    close: () => void server.close(),
  };
  return provider;
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});
