import { parseCookie, stringifyCookie } from 'cookie';
import type { Context } from 'koa';
import { APP_SCOPES } from '#contract/identity/connected-apps.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { mcpResource } from '#domain/identity/connected-apps/use-access-token.ts';
import { config } from '#domain/platform/config.ts';
import { withinShare } from '#domain/platform/connection-share.ts';
import { callerKeyOf, type ApiRouter } from '#api/platform/api-router.ts';
import { FOR_ANYBODY, openDoor, type OpenDoor } from '#api/platform/doors.ts';
import { readForm, type Entered } from '#api/platform/read-body.ts';
import { RESOURCE_METADATA } from '../mcp-endpoint.ts';
import { asOurselves, AUTHORIZE, oauthProvider, ROUTES, sessionCookie } from './oauth-provider.ts';

const SERVER_METADATA = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
/** The resource that each address describes: what it says is compared with the address that a program was given (RFC 9728, section 3.3). */
const METADATA = new Map([
  [RESOURCE_METADATA, mcpResource],
  [`${RESOURCE_METADATA}/mcp`, mcpResource],
  [`${RESOURCE_METADATA}/mcp/`, () => `${mcpResource()}/`],
]);
/** A form with a code or token, a verifier and an address or two. */
const BODY_BYTES = 16_384;
const OF_PROVIDER = new Set<string>([...SERVER_METADATA, ...Object.values(ROUTES)]);

/**
 * Serves the OAuth provider's own addresses, and says which server signs people in for `/mcp` (RFC 9728). Everything else of the provider is
 * not reachable.
 */
export function oauthEndpoint(router: ApiRouter): OpenDoor {
  const limit = router.limits.of({ limit: 'oauth', name: 'oauth' });
  const door = {
    ...FOR_ANYBODY,
    name: 'oauth',
    at: `${AUTHORIZE}, ${ROUTES.token}, ${ROUTES.revocation}, ${ROUTES.jwks}, /.well-known/oauth-*, /.well-known/openid-configuration`,
    bodyBytes: BODY_BYTES,
    limit: 'oauth',
    takes: ({ path }: Context) => METADATA.has(path) || OF_PROVIDER.has(path) || path.startsWith(`${AUTHORIZE}/`),
  };
  return openDoor(router.limits, door, async (ctx) => {
    const resource = METADATA.get(ctx.path);
    if (resource) return sendResourceMetadata(ctx, resource());
    const isResumed = ctx.path.startsWith(`${AUTHORIZE}/`);
    ctx.state.route = 'oauth';
    await limit({ ip: ctx.ip, userId: null, body: undefined }, async () => undefined);
    asOurselves(ctx.req);
    if (isResumed || ctx.path === AUTHORIZE) beginAnew(ctx);
    if (ctx.path === AUTHORIZE && ctx.method === 'GET') ctx.req.url = `${AUTHORIZE}?${asMeant(ctx, ctx.querystring)}`;
    if (ctx.method === 'POST') await giveForm(ctx);
    // it answers by itself
    ctx.respond = false;
    await withinShare(callerKeyOf(ctx), async () => (await oauthProvider()).callback()(ctx.req, ctx.res));
  });
}

/** Reads the form for the provider, which would read a longer one, and take what cannot be stored. */
async function giveForm(ctx: Entered): Promise<void> {
  if (!ctx.is('application/x-www-form-urlencoded')) return;
  Object.assign(ctx.req, { body: asMeant(ctx, String(await readForm(ctx))) });
}

/** Returns a program's parameters with the resource, and of a sign-in the scopes, that it means. */
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
 * Each sign-in goes without a session of the provider: the person who is signed in at our cookie decides each time, also where somebody else has
 * decided before at the same browser.
 */
function beginAnew(ctx: Context): void {
  const { [sessionCookie()]: _, [`${sessionCookie()}.sig`]: __, ...others } = parseCookie(ctx.get('Cookie'));
  ctx.req.headers.cookie = stringifyCookie(others);
}

/** The part of an address before its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;
/** A program knows `/mcp` with one slash at its end, or without; or the whole installation, where nothing else is to be had. */
const OURS: readonly string[] = ['', '/', '/mcp', '/mcp/'];

/**
 * Returns the resource that a program means (RFC 8707) as we call it. Scheme and host are compared as addresses are, the path to the letter; what is
 * not ours is returned as it came, and refused.
 */
export function resourceMeant(given: string): string {
  const [origin] = ORIGIN.exec(given) ?? [];
  if (origin === undefined || !URL.canParse(origin)) return given;
  const { username, password, origin: meant } = new URL(origin);
  const isOurs = username === '' && password === '' && meant === new URL(mcpResource()).origin && OURS.includes(given.slice(origin.length));
  return isOurs ? mcpResource() : given;
}

/** Has the resource in a program's parameters as we call it, named once. */
function nameResource(params: URLSearchParams): void {
  const meant = new Set(params.getAll('resource').map(resourceMeant));
  params.delete('resource');
  for (const one of meant) params.append('resource', one);
}

/**
 * Has a person asked about all that can be given when a program names no scope, or none that can be given: what it reads elsewhere (`openid`), or what
 * another server calls its own. There would be nothing to agree to.
 */
function nameScopes(params: URLSearchParams): void {
  const wanted = params.getAll('scope').join(' ').split(' ').filter(Boolean);
  const known: readonly string[] = APP_SCOPES;
  if (wanted.some((scope) => known.includes(scope))) return;
  params.set('scope', [...wanted, ...APP_SCOPES].join(' '));
}
