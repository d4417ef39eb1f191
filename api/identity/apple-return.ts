import type { Middleware } from 'koa';
import { readRawBody } from '#api/platform/read-body.ts';

/** Codes and states are short; the form has nothing else. */
const MOST_BYTES = 16_384;

/**
 * Apple returns users by a form POST instead of a URL. This only redirects to our page with the form's values in the URL; that page's own
 * call then carries the browser's cookie, which a cross-site form post does not.
 */
export const appleReturn: Middleware = async (ctx, next) => {
  if (ctx.method !== 'POST' || ctx.path !== '/sign-in/apple') return next();
  const form = new URLSearchParams(String(await readRawBody(ctx, MOST_BYTES)));
  const params = new URLSearchParams();
  for (const name of ['state', 'code', 'error']) {
    const value = form.get(name);
    if (value) params.set(name, value);
  }
  ctx.set('Cache-Control', 'no-store');
  ctx.redirect(`/sign-in/apple?${params}`);
  // the browser follows a 303 with a GET
  ctx.status = 303;
};
