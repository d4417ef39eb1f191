import { createRequire } from 'node:module';
import path from 'node:path';
import { constantOf, sendConstant } from '#api/platform/constants.ts';
import { FOR_ANYBODY, isRead, openDoor, type OpenDoor } from '#api/platform/doors.ts';
import type { Limits } from '#api/platform/limits.ts';
import { sendFile } from '#api/platform/static.ts';
import { PRODUCT } from '#contract/product.ts';

/** Where people read what `/api/openapi.json` tells programs. */
const PAGE = '/api/docs';
const SCRIPT = `${PAGE}/redoc.standalone.js`;
const BUNDLES = path.join(path.dirname(createRequire(import.meta.url).resolve('redoc/package.json')), 'bundles');

/** The product's colours and letters: the page loads neither its sheets nor its fonts. */
const THEME = JSON.stringify({
  colors: { primary: { main: '#0B5C63' }, text: { primary: '#1F2A2E' } },
  typography: {
    fontSize: '16px',
    fontFamily: 'system-ui, sans-serif',
    headings: { fontFamily: 'Literata, Georgia, serif', fontWeight: '600' },
    code: { color: '#0B5C63', backgroundColor: '#EEF4F3' },
    links: { color: '#0B5C63', hover: '#08444A' },
  },
  sidebar: { backgroundColor: '#F5F3EC', textColor: '#1F2A2E', activeTextColor: '#0B5C63' },
  rightPanel: { backgroundColor: '#1D2A2E' },
});

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${PRODUCT} API</title>
<link rel="icon" href="/favicon.svg">
<style>body { margin: 0 } .redoc-markdown pre, .redoc-markdown pre code { white-space: pre-wrap !important; overflow-wrap: anywhere }</style>
</head>
<body>
<noscript>This page needs scripts. The same as JSON: <a href="/api/openapi.json">/api/openapi.json</a></noscript>
<redoc spec-url="/api/openapi.json" native-scrollbars json-sample-expand-level="3" theme='${THEME}'></redoc>
<script src="${SCRIPT}"></script>
</body>
</html>
`;
const DOCUMENT = constantOf(Buffer.from(HTML), 'html');

/**
 * Serves the interface's document as a page, to everybody. Its script is the one from Redoc's npm package, so nothing is requested from another
 * host: the policy of all our pages forbids that here too, and only this page may also start the worker in which Redoc searches.
 */
export const docsPage = (limits: Limits): OpenDoor =>
  openDoor(
    limits,
    {
      name: 'docsPage',
      at: `GET ${PAGE}`,
      ...FOR_ANYBODY,
      takes: (ctx) => isRead(ctx) && (ctx.path === PAGE || ctx.path === SCRIPT),
    },
    async (ctx, _, next) => {
      if (ctx.path === SCRIPT) return (await sendFile(ctx, BUNDLES, `/${path.basename(SCRIPT)}`)) ? undefined : next();
      ctx.set('Content-Security-Policy', `${ctx.response.get('Content-Security-Policy')};worker-src blob:`);
      ctx.set('Cache-Control', 'no-cache');
      ctx.status = 200;
      await sendConstant(ctx, DOCUMENT);
    },
  );
