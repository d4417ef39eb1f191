import type { Middleware } from 'koa';
import rawBody from 'raw-body';

/** Codes and states are short; nothing else is read. */
const MOST_BYTES = 16_384;

/**
 * Apple sends people back with a form instead of an address. Nothing happens here: what it holds is put into the address of the page that
 * would have been asked for, whose own call then carries the browser's cookie, which a form from elsewhere does not.
 */
export const appleReturn: Middleware = async (ctx, next) => {
  if (ctx.method !== 'POST' || ctx.path !== '/sign-in/apple') return next();
  const form = new URLSearchParams(await rawBody(ctx.req, { limit: MOST_BYTES, encoding: 'utf8' }));
  const kept = new URLSearchParams();
  for (const name of ['state', 'code', 'error']) {
    const value = form.get(name);
    if (value) kept.set(name, value);
  }
  ctx.set('Cache-Control', 'no-store');
  ctx.redirect(`/sign-in/apple?${kept}`);
  // to be asked for by GET
  ctx.status = 303;
};
