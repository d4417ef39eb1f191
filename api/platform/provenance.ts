import type { Context } from 'koa';
import { config } from '#domain/platform/config.ts';
import { ProductError } from '#domain/platform/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Refuses what another site makes a browser send (CSRF), by the headers that no page can set: `Sec-Fetch-Site`, else `Origin`.
 *
 * - A request carried by the cookie alone that may change something must show that it comes from our own pages.
 * - One that acts on a bearer token needs no proof: no other site has the token.
 * - One that nobody is signed in for (sign-in itself) is refused only when it says that it comes from elsewhere.
 * - Reading by cross-site requests is refused always.
 * - A socket is asked for like something to read, and may change anything: it counts as a change, and no other site opens one at all.
 *
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

/** On a development machine the same server has several names (localhost, 127.0.0.1): whichever was called may call back. */
function isOwnLoopbackHost(origin: string, ctx: Context): boolean {
  if (config().production || !URL.canParse(origin)) return false;
  const { protocol, host, hostname } = new URL(origin);
  return protocol === 'http:' && host === ctx.get('Host') && isLoopbackHost(hostname);
}
