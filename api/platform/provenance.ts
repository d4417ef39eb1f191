import type { Context } from 'koa';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Refuses cross-site requests (CSRF) by the headers that no page can set: `Sec-Fetch-Site`, else `Origin`.
 * - A request authenticated only by the cookie that may change something must prove that it comes from our own pages.
 * - A request with a bearer token needs no proof: no other site has the token.
 * - An unauthenticated request (such as sign-in) is refused only if its headers name another site.
 * - Cross-site reads are always refused.
 * - Opening a socket looks like a read but can change anything: it counts as a change, and no other site can open one.
 * @throws ProductError csrf.refused (403, never 401: a refresh would not help)
 */
export function refuseForeign(ctx: Context, authenticatedBy: 'bearer' | 'cookie' | 'nothing', { isSocket = false } = {}): void {
  if (SAFE_METHODS.has(ctx.method) && !isSocket) {
    if (ctx.get('Sec-Fetch-Site') === 'cross-site') throw new ProductError('csrf.refused');
    return;
  }
  const from = provenance(ctx);
  if (isSocket && from === 'elsewhere') throw new ProductError('csrf.refused');
  if (authenticatedBy === 'bearer') return;
  if (from === 'elsewhere' || (from === 'unknown' && authenticatedBy === 'cookie')) throw new ProductError('csrf.refused');
}

function provenance(ctx: Context): 'ourselves' | 'elsewhere' | 'unknown' {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site === 'same-origin' ? 'ourselves' : 'elsewhere';
  const origin = ctx.get('Origin');
  if (!origin) return 'unknown';
  return origin === config().publicOrigin || isOwnLoopbackHost(origin, ctx) ? 'ourselves' : 'elsewhere';
}

/** On a development machine the same server has several names (localhost, 127.0.0.1): accepts the name that was requested. */
function isOwnLoopbackHost(origin: string, ctx: Context): boolean {
  if (config().production || !URL.canParse(origin)) return false;
  const { protocol, host, hostname } = new URL(origin);
  return protocol === 'http:' && host === ctx.get('Host') && isLoopbackHost(hostname);
}
