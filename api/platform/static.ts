import { existsSync, statSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import send from 'koa-send';
import { PRODUCT } from '#contract/product.ts';
import { isScreen } from '#contract/screens.ts';
import { BUILT_ORIGIN } from '#contract/site.ts';
import { FOR_ANYBODY, isRead, openDoor, type OpenDoor } from './doors.ts';
import type { Limits } from './limits.ts';
import { constantOf, keepConstants, sendConstant } from './constants.ts';

const YEAR_MS = 31_536_000_000;

/** Texts of the build are compressed once and cached; larger or already compressed files are streamed from the disk. */
const KEPT_BYTES = 48_000_000;
const LARGEST_KEPT_BYTES = 4_000_000;
const PACKABLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.txt', '.xml']);

const kept = keepConstants(KEPT_BYTES);
/** Other builds have other modification times. */
const nameOf = (file: string, { size, mtimeMs }: Stats) => `${file} ${size} ${mtimeMs}`;

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${PRODUCT}</title>
<p>${PRODUCT} runs, but its pages are not built yet. <code>npm start</code> builds them; the interface is described at
<a href="/api/docs">/api/docs</a>.</p></html>`;

/** Pages that are standalone HTML files, by path: `/terms` is `documents/terms.html`. */
const DOCUMENT = /^\/([a-z]+(?:-[a-z]+)*)$/;
const APP = '/index.html';
const LANDING = '/documents/landing.html';
/**
 * Files in the documents' folder that no path serves directly: the landing page is at the root, and the market's page is filled
 * (api/market).
 */
const NO_DOCUMENTS = [LANDING, '/documents/market.html'];
/** Shared pages and certificates are only for people who have the link: they are served with `noindex`. */
const UNLISTED = ['/shared/', '/certificates/'];
/** With one of these in its query, the root serves the app: a return from payment, or a session that only the browser knows. */
const FOR_THE_APP = ['session_id', 'resume'];

interface StaticOptions {
  /** Whether the browser has a session here. It decides only which page the root serves, never access. */
  readonly isSignedIn: (ctx: Context) => boolean;
  /** This installation's origin, without a trailing slash. */
  readonly origin: string;
  readonly limits: Limits;
}

/**
 * Serves the built frontend. Files under /assets have a content hash in their names and are cached for ever. A path without a file
 * extension is a page: a standalone document (no script) if one has that name, else the app's index.html, with status 404 if the app has no
 * such screen. The root serves the landing page to visitors and the app to signed-in users (ROOT-04). Pages are always revalidated.
 * @param directory of the build; it can appear or change while the process runs
 */
export function staticFiles(directory: string, { isSignedIn, origin, limits }: StaticOptions): OpenDoor {
  const door = {
    name: 'staticFiles',
    at: 'GET every page and file of the build',
    ...FOR_ANYBODY,
    takes: (ctx: Context) => isRead(ctx) && !ctx.path.startsWith('/api/'),
  };
  return openDoor(limits, door, async (ctx, _, next) => {
    if (path.extname(ctx.path) !== '') return (await sendFile(ctx, directory, ctx.path)) || next();
    if (!ctx.accepts('html')) return next();
    if (UNLISTED.some((start) => ctx.path.startsWith(start))) ctx.set('X-Robots-Tag', 'noindex, nofollow');
    for (const page of pagesAt(ctx, isSignedIn)) {
      if (!existsSync(path.join(directory, page))) continue;
      return sendPage(ctx, path.join(directory, page), { origin, status: page === APP && !isScreen(ctx.path) ? 404 : 200 });
    }
    ctx.status = 503;
    ctx.type = 'html';
    ctx.body = NOT_BUILT;
  });
}

/** Returns the files that can answer a path, best first. */
function pagesAt(ctx: Context, isSignedIn: StaticOptions['isSignedIn']): string[] {
  if (ctx.path === '/') {
    // one path serves two pages, so caches must not mix them up
    ctx.vary('Cookie');
    const isForApp = isSignedIn(ctx) || FOR_THE_APP.some((name) => name in ctx.query);
    return isForApp ? [APP] : [LANDING, APP];
  }
  const name = DOCUMENT.exec(ctx.path)?.[1];
  const document = `/documents/${name}.html`;
  return name && !NO_DOCUMENTS.includes(document) ? [document, APP] : [APP];
}

/** Sends a page, with this installation's origin where the build has a placeholder. */
async function sendPage(ctx: Context, file: string, { origin, status }: { origin: string; status: 200 | 404 }): Promise<void> {
  const stats = statSync(file);
  const page = await kept(`${nameOf(file, stats)} ${origin}`, async () =>
    constantOf(Buffer.from((await readFile(file, 'utf8')).replaceAll(BUILT_ORIGIN, origin)), 'html'),
  );
  ctx.set('Cache-Control', 'no-cache');
  ctx.lastModified = stats.mtime;
  ctx.status = status;
  await sendConstant(ctx, page);
}

/** Sends a file of a directory, to be revalidated unless its name has a hash. @returns whether it exists */
export async function sendFile(ctx: Context, root: string, file: string): Promise<boolean> {
  const hashed = file.startsWith('/assets/');
  ctx.set('Cache-Control', hashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
  const found: { stats?: Stats } = {};
  const setHeaders = (_response: unknown, _path: string, stats: Stats) => void (found.stats = stats);
  try {
    const served = await send(ctx, file, { root, brotli: false, gzip: false, setHeaders });
    if (!served) return false;
    const { stats } = found;
    if (!stats || stats.size > LARGEST_KEPT_BYTES || !PACKABLE.has(path.extname(served))) {
      if (ctx.fresh) ctx.status = 304;
      return true;
    }
    (ctx.body as Readable).destroy();
    await sendConstant(ctx, await kept(nameOf(served, stats), async () => constantOf(await readFile(served), ctx.type)));
    return true;
  } catch (error) {
    ctx.remove('Cache-Control');
    // a path that leaves the directory or does not decode is treated like a missing file
    if ([400, 403, 404].includes((error as { status?: number }).status ?? 0)) return false;
    throw error;
  }
}
