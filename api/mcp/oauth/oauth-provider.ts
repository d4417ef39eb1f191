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
/** The consent page. */
const PAGE = '/connect';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** A person reads the consent page, and may have to sign in first. */
const DECIDE_S = 30 * MINUTE_S;

/** Keys change every few months: keys made by another process are known here after this time. */
const KEYS_FRESH_MS = 3_600_000;

/** Returns the OAuth provider with the installation's keys. */
export const oauthProvider = cachedFor(KEYS_FRESH_MS, async () => makeProvider(await oauthKeys()));

function makeProvider(keys: readonly OauthKeys[]): OidcProvider {
  const provider = new Provider(config().publicOrigin, settings(keys));
  // its addresses are built from the headers that `asOurselves` sets
  provider.proxy = true;
  provider.silent = true;
  provider.use(async (ctx, next) => {
    await next();
    // its list of scopes has only OpenID's; apps look for ours here
    if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body as object, { scopes_supported: ['openid', ...APP_SCOPES] });
  });
  provider.on('server_error', (_, error: Error) => logger().error({ err: error }, 'oauth'));
  return provider;
}

/** Returns the cookie's name; with the prefix, browsers accept it only from this host. */
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
    // the provider requires a subject claim
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
        // apps older than RFC 8707 name no resource
        defaultResource: () => mcpResource(),
        useGrantedResource: () => true,
        getResourceServerInfo(_, resource) {
          if (resource !== mcpResource()) throw new errors.InvalidTarget();
          return { scope: APP_SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: HOUR_S };
        },
      },
    },
    interactions: { url: (_, { uid }) => `${PAGE}/${uid}` },
    // nothing is fetched from addresses that apps supply
    fetch: () => Promise.reject(new Error('the OAuth provider makes no outgoing requests')),
    async findAccount(_, accountId) {
      return (await mayOpenToOthers(accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined;
    },
    // the provider's session lasts for one authorisation: our own cookie says who is signed in
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

const NOT_REGISTERED = 'client is not registered';

/**
 * Explains why an authorisation could not start if the app cannot be told, because its address is not known to be its own. Some apps
 * request this page as data before they send a person, and so learn that they have to register again.
 */
function renderError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string }): void {
  const { error } = out;
  const isUnknown = error === 'invalid_client';
  if (ctx.accepts('text/plain', 'application/json') === 'application/json') {
    // for the program that sent the request; the library's descriptions may repeat parts of it
    const why = isUnknown ? NOT_REGISTERED : out.error_description;
    ctx.body = { error, ...(why && { error_description: why }), registration_endpoint: registrationEndpoint() };
    return;
  }
  ctx.type = 'text/plain; charset=utf-8';
  // for a person, whom a stranger's link may have led here: a code, and no words of the request
  const code = /^[a-z_]{1,60}$/.test(error) ? error : 'invalid_request';
  ctx.body = `The program could not be let in.\n\n${code}${isUnknown ? `: ${NOT_REGISTERED}` : ''}\n`;
}

/**
 * Builds the request and response with which the provider finds the authorisation that a browser has started.
 * @param cookie header of the browser's request
 */
export function browserOf(cookie: string): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, { cookie });
  asOurselves(request);
  return [request, new ServerResponse(request)];
}

/** Makes the provider see this installation's configured address, whatever the request's headers say. */
export function asOurselves({ headers }: IncomingMessage): void {
  const { host, protocol } = new URL(config().publicOrigin);
  headers['host'] = host;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
}

/** Session cookies and interactions expire; records without a lifetime are kept as long as these. */
const SECONDS = 900;

/** Stores the provider's codes, tokens, interactions and sessions in our database. Apps register at our own endpoint. */
class OauthAdapter implements Adapter {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (this.#kind === 'Client') throw new Error('apps register at our own endpoint');
    await records.keepRecord(this.#kind, id, payload as records.RecordPayload, expiresIn ?? SECONDS);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#kind === 'Client') return (await records.findClient(id)) as (ClientMetadata & AdapterPayload) | undefined;
    return records.findRecord(this.#kind, id) as Promise<AdapterPayload | undefined>;
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return records.findSessionRecord(uid) as Promise<AdapterPayload | undefined>;
  }

  /** For devices without a browser, which cannot sign in here. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** @throws InvalidGrant if a code or token is used twice at the same time: the second use is refused */
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
