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
const METADATA = new Set([RESOURCE_METADATA, `${RESOURCE_METADATA}/mcp`]);
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
    if (METADATA.has(ctx.path)) return sendResourceMetadata(ctx);
    const isResumed = ctx.path.startsWith(`${AUTHORIZE}/`);
    ctx.state.route = 'oauth';
    await limit({ ip: ctx.ip, userId: null, body: undefined }, async () => undefined);
    asOurselves(ctx.req);
    if (isResumed || ctx.path === AUTHORIZE) beginAnew(ctx);
    if (ctx.path === AUTHORIZE) nameScopes(ctx);
    if (ctx.method === 'POST') await giveForm(ctx);
    // it answers by itself
    ctx.respond = false;
    await withinShare(callerKeyOf(ctx), async () => (await oauthProvider()).callback()(ctx.req, ctx.res));
  });
}

/** Reads the form for the provider, which would read a longer one, and take what cannot be stored. */
async function giveForm(ctx: Entered): Promise<void> {
  if (!ctx.is('application/x-www-form-urlencoded')) return;
  Object.assign(ctx.req, { body: String(await readForm(ctx)) });
}

function sendResourceMetadata(ctx: Context): void {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    ctx.status = 405;
    ctx.set('Allow', 'GET, HEAD');
    return;
  }
  ctx.set('Cache-Control', 'public, max-age=3600');
  ctx.body = {
    resource: mcpResource(),
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

/** A program that names no scope is asked about all that can be given. */
function nameScopes(ctx: Context): void {
  const query = new URLSearchParams(ctx.querystring);
  if (query.get('scope')) return;
  query.set('scope', APP_SCOPES.join(' '));
  ctx.req.url = `${AUTHORIZE}?${query.toString()}`;
}
