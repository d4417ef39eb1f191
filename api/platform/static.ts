import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import send from 'koa-send';
import { PRODUCT } from '#contract/product.ts';
import { isScreen } from '#contract/screens.ts';

const YEAR_MS = 31_536_000_000;

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${PRODUCT}</title>
<p>${PRODUCT} runs, but its pages are not built yet. <code>npm start</code> builds them; the interface is described at
<a href="/api/openapi.json">/api/openapi.json</a>.</p></html>`;

/** Pages that are complete HTML files of their own, by address: `/terms` is `documents/terms.html`. */
const DOCUMENT = /^\/([a-z]+(?:-[a-z]+)*)$/;
const APP = '/index.html';
const LANDING = '/documents/landing.html';
/** What stands under it is for whoever was given its address. */
const UNLISTED = '/shared/';
/** With one of these in its query the root is the app's: a payment that comes back, or a session that only the browser knows. */
const FOR_THE_APP = ['session_id', 'resume'];

interface StaticOptions {
  /** Whether a request comes from a browser that has signed in here. It decides only what the root is, not what anybody may see. */
  readonly isSignedIn: (ctx: Context) => boolean;
}

/**
 * Serves the built frontend. Files under /assets carry a hash of their content in their names and are kept for ever. An address without a
 * file extension is a page: a document, which needs no script, where there is one of that name; else a screen of the app, which is
 * index.html at every address, with status 404 where the app has no screen but the one that says so. The root is the landing page's
 * document for visitors and the app for who has signed in (ROOT-04). Pages are always asked for again.
 * @param directory where the build is; it may appear or change while we run
 */
export function staticFiles(directory: string, { isSignedIn }: StaticOptions): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path.startsWith('/api/')) return next();
    if (path.extname(ctx.path) !== '') return (await sendFile(ctx, directory, ctx.path)) || next();
    if (!ctx.accepts('html')) return next();
    if (ctx.path.startsWith(UNLISTED)) ctx.set('X-Robots-Tag', 'noindex, nofollow');
    for (const page of pagesAt(ctx, isSignedIn)) {
      if (!existsSync(path.join(directory, page))) continue;
      if (page === APP && !isScreen(ctx.path)) ctx.status = 404;
      return (await sendPage(ctx, directory, page)) || next();
    }
    ctx.status = 503;
    ctx.type = 'html';
    ctx.body = NOT_BUILT;
  };
}

/** The files that may answer an address, best first. */
function pagesAt(ctx: Context, isSignedIn: StaticOptions['isSignedIn']): string[] {
  if (ctx.path === '/') {
    // the same address is two pages: no cache between here and the browser may mix them up
    ctx.vary('Cookie');
    const isForApp = isSignedIn(ctx) || FOR_THE_APP.some((name) => name in ctx.query);
    return isForApp ? [APP] : [LANDING, APP];
  }
  const name = DOCUMENT.exec(ctx.path)?.[1];
  const document = `/documents/${name}.html`;
  // the landing page has one address, the root
  return name && document !== LANDING ? [document, APP] : [APP];
}

/**
 * Sends a page. Its mark names the file: two pages of one address may have been built in the same second, and their time alone would
 * tell a browser that it has the other one already.
 */
async function sendPage(ctx: Context, root: string, page: string): Promise<boolean> {
  const { size, mtimeMs } = statSync(path.join(root, page));
  ctx.set('ETag', `W/"${path.basename(page, '.html')}-${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`);
  return sendFile(ctx, root, page);
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
