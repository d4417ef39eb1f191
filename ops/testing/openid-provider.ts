import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from '#domain/identity/oidc-library.ts';

/** A person at the provider, by the subject under which they sign in. */
export interface OpenIdPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly groups?: readonly string[];
}

export interface OpenIdProvider {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** The person who signs in next: there is no form. */
  signsIn: string;
  readonly people: Map<string, OpenIdPerson>;
  close(): void;
}

/**
 * Starts a real OpenID provider on loopback (`oidc-provider`), for tests: certified code flow with PKCE. Every visitor is signed in
 * immediately as `signsIn`, and approves everything. Its ID tokens are minimal: personal data is at its userinfo endpoint.
 */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'coursewright', secret: 'the secret of the client, which is long enough' };
  const people = new Map<string, OpenIdPerson>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
  });
  const answer = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: running.signsIn, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email profile');
    const result = { login: { accountId: running.signsIn }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  const running: OpenIdProvider = {
    issuer,
    client,
    signsIn: '',
    people,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return running;
}

/**
 * Follows the provider's redirects as a browser does, with its cookies, until they lead elsewhere.
 * @param cookies of the browser: with those of an earlier visit, the provider recognises the person
 * @returns the final address
 */
export async function walkThrough(url: string, cookies = new Map<string, string>()): Promise<URL> {
  const { origin } = new URL(url);
  let at = new URL(url);
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at);
    if (at.origin !== origin) return at;
  }
  throw new Error('the provider redirects in a loop');
}
