import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Adapter, AdapterPayload, Configuration, KoaContextWithOIDC, Provider as OidcProvider } from 'oidc-provider';
import { errors, Provider } from '#domain/identity/oidc-library.ts';
import { APP_DAYS } from '#contract/identity/api-keys.contract.ts';
import { APP_SCOPES } from '#contract/identity/connected-apps.contract.ts';
import { mayOpenToOthers } from '#domain/identity/accounts/account.queries.ts';
import { oauthKeys, type OauthKeys } from '#domain/identity/connected-apps/oauth-secret.commands.ts';
import { mcpResource } from '#domain/identity/connected-apps/use-access-token.ts';
import { cachedFor } from '#domain/platform/cached-for.ts';
import { config } from '#domain/platform/config.ts';
import { logger } from '#domain/platform/logger.ts';
import type { ClientMetadata } from '#domain/identity/connected-apps/oauth-record.model.ts';
import * as records from '#domain/identity/connected-apps/oauth-record.commands.ts';

export const AUTHORIZE = '/oauth/authorize';
export const ROUTES = { authorization: AUTHORIZE, token: '/oauth/token', revocation: '/oauth/revoke', jwks: '/oauth/jwks' };
const registrationEndpoint = (): string => `${config().publicOrigin}/oauth/register`;
/** The page on which a person agrees. */
const PAGE = '/connect';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** A person reads the page of consent, and perhaps signs in before. */
const DECIDE_S = 30 * MINUTE_S;

/** Keys change every few months: what another process has made is known here after this time. */
const KEYS_FRESH_MS = 3_600_000;

/** Returns the OAuth provider with the installation's keys. */
export const oauthProvider = cachedFor(KEYS_FRESH_MS, async () => makeProvider(await oauthKeys()));

function makeProvider(keys: readonly OauthKeys[]): OidcProvider {
  const provider = new Provider(config().publicOrigin, settings(keys));
  // its addresses are made of what `asOurselves` says
  provider.proxy = true;
  provider.silent = true;
  provider.use(async (ctx, next) => {
    await next();
    // what it calls scopes are those of OpenID alone; programs ask for what they read here
    if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body as object, { scopes_supported: ['openid', ...APP_SCOPES] });
  });
  provider.on('server_error', (_, error: Error) => logger().error({ err: error }, 'oauth'));
  return provider;
}

/** The cookie's name; with the prefix, browsers take it from this host alone. */
export function sessionCookie(): string {
  return cookieName('session');
}

const cookieName = (name: string): string => `${config().production ? '__Host-' : ''}cw-oauth-${name}`;

function settings(keys: readonly OauthKeys[]): Configuration {
  const { production, publicOrigin } = config();
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: production, path: '/' } as const;
  const off = { enabled: false } as const;
  return {
    adapter: OauthAdapter,
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    cookies: {
      keys: keys.map((one) => one.cookie),
      names: { session: sessionCookie(), interaction: cookieName('interaction'), resume: 'cw-oauth-resume' },
      long: cookie,
      short: cookie,
    },
    // an installation has no people of other kinds
    claims: { openid: ['sub'] },
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    discovery: { registration_endpoint: registrationEndpoint(), service_documentation: `${publicOrigin}/api/docs` },
    routes: ROUTES,
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      registration: off,
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        // programs that are older than RFC 8707 name no resource
        defaultResource: () => mcpResource(),
        useGrantedResource: () => true,
        getResourceServerInfo(_, resource) {
          if (resource !== mcpResource()) throw new errors.InvalidTarget();
          return { scope: APP_SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: HOUR_S };
        },
      },
    },
    interactions: { url: (_, { uid }) => `${PAGE}/${uid}` },
    // nothing of a stranger's is fetched
    fetch: () => Promise.reject(new Error('the OAuth provider calls nobody')),
    async findAccount(_, accountId) {
      return (await mayOpenToOthers(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined;
    },
    // a session lasts for one sign-in: who is signed in here is known by our own cookie
    expiresWithSession: () => false,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    renderError,
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: MINUTE_S,
      Grant: APP_DAYS * DAY_S,
      IdToken: HOUR_S,
      Interaction: DECIDE_S,
      RefreshToken: 30 * DAY_S,
      Session: DECIDE_S,
    },
  };
}

/**
 * Says why a sign-in could not begin, where the program cannot be told: its address is not known to be its own. Some look before they send a person, as
 * data: one that was forgotten here learns that it has to register again.
 */
function renderError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string }): void {
  const { error } = out;
  const why = error === 'invalid_client' ? 'client is not registered' : out.error_description;
  if (ctx.accepts('text/plain', 'application/json') === 'application/json') {
    ctx.body = { error, ...(why && { error_description: why }), registration_endpoint: registrationEndpoint() };
    return;
  }
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `The program could not be let in.\n\n${error}${why ? `: ${why}` : ''}\n`;
}

/**
 * Makes the request and response with which the provider finds the sign-in that a browser has begun.
 * @param cookie header of the browser's request
 */
export function browserOf(cookie: string): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, { cookie });
  asOurselves(request);
  return [request, new ServerResponse(request)];
}

/** Lets the provider see the address of this installation as it is configured, whatever the request has for one. */
export function asOurselves({ headers }: IncomingMessage): void {
  const { host, protocol } = new URL(config().publicOrigin);
  headers['host'] = host;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
}

/** Session cookies and interactions have a time; what has none is kept for as long as they are. */
const SECONDS = 900;

/** Lets the provider keep its codes, tokens, interactions and sessions in our database. Programs are registered by our own endpoint. */
class OauthAdapter implements Adapter {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (this.#kind === 'Client') throw new Error('programs register at our own endpoint');
    await records.keepRecord(this.#kind, id, payload as records.RecordPayload, expiresIn ?? SECONDS);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#kind === 'Client') return (await records.findClient(id)) as (ClientMetadata & AdapterPayload) | undefined;
    return records.findRecord(this.#kind, id) as Promise<AdapterPayload | undefined>;
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return records.findSessionRecord(uid) as Promise<AdapterPayload | undefined>;
  }

  /** Belongs to devices without a browser, which cannot sign in here. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** @throws InvalidGrant when a code or token comes twice at once: the second is refused */
  async consume(id: string): Promise<void> {
    if (!(await records.consumeRecord(this.#kind, id))) throw new errors.InvalidGrant('it was used already');
  }

  destroy(id: string): Promise<void> {
    return records.dropRecord(this.#kind, id);
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return records.dropGrant(grantId);
  }
}
