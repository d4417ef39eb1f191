import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import send from 'koa-send';
import { PRODUCT } from '#contract/product.ts';

const YEAR_MS = 31_536_000_000;

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${PRODUCT}</title>
<p>${PRODUCT} runs, but its pages are not built yet. <code>npm start</code> builds them; the interface is described at
<a href="/api/openapi.json">/api/openapi.json</a>.</p></html>`;

/**
 * Serves the built frontend. Files under /assets carry a hash of their content in their names and are kept for ever; every address
 * without a file extension is a screen and gets index.html, which is always asked for again.
 * @param directory where the build is; it may appear or change while we run
 */
export function staticFiles(directory: string): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return next();
    if (path.extname(ctx.path) !== '') return (await sendFile(ctx, directory, ctx.path)) || next();
    if (!ctx.accepts('html')) return next();
    if (existsSync(path.join(directory, 'index.html'))) return (await sendFile(ctx, directory, '/index.html')) || next();
    ctx.status = 503;
    ctx.type = 'html';
    ctx.body = NOT_BUILT;
  };
}

/** @returns whether there was such a file */
async function sendFile(ctx: Context, root: string, file: string): Promise<boolean> {
  const hashed = file.startsWith('/assets/');
  ctx.set('Cache-Control', hashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
  try {
    if (!(await send(ctx, file, { root }))) return false;
  } catch (error) {
    ctx.remove('Cache-Control');
    // a path that leaves the directory or does not decode is as absent as a missing file
    if ([400, 403, 404].includes((error as { status?: number }).status ?? 0)) return false;
    throw error;
  }
  if (ctx.fresh) ctx.status = 304;
  return true;
}
