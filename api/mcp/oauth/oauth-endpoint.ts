import { parseCookie, stringifyCookie } from 'cookie';
import type { Context } from 'koa';
import { APP_SCOPES } from '#contract/identity/connected-apps.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { mcpResource } from '#domain/identity/connected-apps/use-access-token.ts';
import { config } from '#domain/platform/config.ts';
import type { ApiRouter } from '#api/platform/api-router.ts';
import { FOR_ANYBODY, openDoor, type OpenDoor } from '#api/platform/doors.ts';
import { readForm, type Entered } from '#api/platform/read-body.ts';
import { RESOURCE_METADATA } from '../mcp-endpoint.ts';
import { asOurselves, AUTHORIZE, oauthProvider, ROUTES, sessionCookie } from './oauth-provider.ts';

const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
/** The resource that each metadata address describes; apps compare it with the address they were given (RFC 9728, section 3.3). */
const METADATA = new Map([
  [RESOURCE_METADATA, mcpResource],
  [`${RESOURCE_METADATA}/mcp`, mcpResource],
  [`${RESOURCE_METADATA}/mcp/`, () => `${mcpResource()}/`],
]);
/** A form with a code or token, a verifier and one or two addresses. */
const BODY_BYTES = 16_384;
const OF_PROVIDER = new Set<string>([...SERVER_METADATA, ...Object.values(ROUTES)]);

/**
 * Serves the OAuth provider's own addresses, and says which server signs people in for `/mcp` (RFC 9728). All other addresses of the
 * provider are unreachable.
 */
export function oauthEndpoint(router: ApiRouter): OpenDoor {
  const door = {
    ...FOR_ANYBODY,
    name: 'oauth',
    at: `${AUTHORIZE}, ${ROUTES.token}, ${ROUTES.revocation}, ${ROUTES.jwks}, /.well-known/oauth-*, /.well-known/openid-configuration`,
    bodyBytes: BODY_BYTES,
    limit: 'oauth',
    // agents read it again and again, and it costs nothing
    isCounted: ({ path }: Context) => !METADATA.has(path),
    takes: ({ path }: Context) => METADATA.has(path) || OF_PROVIDER.has(path) || path.startsWith(`${AUTHORIZE}/`),
  };
  return openDoor(router.limits, door, async (ctx) => {
    const resource = METADATA.get(ctx.path);
    if (resource) return sendResourceMetadata(ctx, resource());
    const isResumed = ctx.path.startsWith(`${AUTHORIZE}/`);
    ctx.state.route = 'oauth';
    asOurselves(ctx.req);
    if (isResumed || ctx.path === AUTHORIZE) beginAnew(ctx);
    if (ctx.path === AUTHORIZE && ctx.method === 'GET') ctx.req.url = `${AUTHORIZE}?${asMeant(ctx, ctx.querystring)}`;
    if (ctx.method === 'POST') await giveForm(ctx);
    // the provider answers by itself
    ctx.respond = false;
    await (await oauthProvider()).callback()(ctx.req, ctx.res);
  });
}

/** Reads the form for the provider, which would accept a longer one, and text that cannot be stored. */
async function giveForm(ctx: Entered): Promise<void> {
  if (!ctx.is('application/x-www-form-urlencoded')) return;
  Object.assign(ctx.req, { body: asMeant(ctx, String(await readForm(ctx))) });
}

/** Returns an app's parameters with the resource, and for a sign-in the scopes, that it means. */
function asMeant({ path }: Context, given: string): string {
  const params = new URLSearchParams(given);
  nameResource(params);
  if (path === AUTHORIZE) nameScopes(params);
  return params.toString();
}

function sendResourceMetadata(ctx: Context, resource: string): void {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.status = 405;
    ctx.set('Allow', 'GET, HEAD');
    return;
  }
  ctx.set('Cache-Control', 'public, max-age=3600');
  ctx.body = {
    resource,
    authorization_servers: [config().publicOrigin],
    scopes_supported: APP_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: PRODUCT,
    resource_documentation: `${config().publicOrigin}/api/docs`,
  };
}

/**
 * Starts each authorisation without a session of the provider: the person signed in by our cookie decides each time, even if another person
 * has decided in the same browser before.
 */
function beginAnew(ctx: Context): void {
  const { [sessionCookie()]: _, [`${sessionCookie()}.sig`]: __, ...others } = parseCookie(ctx.get('Cookie'));
  ctx.req.headers.cookie = stringifyCookie(others);
}

/** The part of an address before its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;
/** Apps know `/mcp` with or without a trailing slash, or the origin of the installation, which has no other resource. */
const OURS: readonly string[] = ['', '/', '/mcp', '/mcp/'];

/**
 * Returns the resource that an app means (RFC 8707) under our name. Scheme and host are compared as URLs, the path exactly; other resources
 * are returned unchanged, and refused.
 */
export function resourceMeant(given: string): string {
  const [origin] = ORIGIN.exec(given) ?? [];
  if (origin === undefined || !URL.canParse(origin)) return given;
  const { username, password, origin: meant } = new URL(origin);
  const isOurs = username === '' && password === '' && meant === new URL(mcpResource()).origin && OURS.includes(given.slice(origin.length));
  return isOurs ? mcpResource() : given;
}

/** Replaces the resource in an app's parameters with our name for it, once. */
function nameResource(params: URLSearchParams): void {
  const meant = new Set(params.getAll('resource').map(resourceMeant));
  params.delete('resource');
  for (const one of meant) params.append('resource', one);
}

/**
 * Requests all grantable scopes if an app requests no scope, or none that can be granted, such as `openid` or another server's: otherwise
 * there would be nothing to approve.
 */
function nameScopes(params: URLSearchParams): void {
  const wanted = params.getAll('scope').join(' ').split(' ').filter(Boolean);
  const known: readonly string[] = APP_SCOPES;
  if (wanted.some((scope) => known.includes(scope))) return;
  params.set('scope', [...wanted, ...APP_SCOPES].join(' '));
}
