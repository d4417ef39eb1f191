import { createRequire } from 'node:module';
import path from 'node:path';
import { constantOf, sendConstant } from '#api/platform/constants.ts';
import { FOR_ANYBODY, isRead, openDoor, type OpenDoor } from '#api/platform/doors.ts';
import type { Limits } from '#api/platform/limits.ts';
import { sendFile } from '#api/platform/static.ts';
import { PRODUCT } from '#contract/product.ts';

const require = createRequire(import.meta.url);

/** Where people read the document that `/api/openapi.json` serves to programs. */
const PAGE = '/api/docs';
const SCRIPT = `${PAGE}/redoc.standalone.js`;
const BUNDLES = path.join(path.dirname(require.resolve('redoc/package.json')), 'bundles');

/** The product's fonts, from the packages that the app uses. */
const FONTS = [
  { family: 'Atkinson Hyperlegible Next', name: 'atkinson-hyperlegible-next' },
  { family: 'Literata', name: 'literata' },
].map(({ family, name }) => ({
  family,
  file: `/${name}-latin-wght-normal.woff2`,
  folder: path.join(path.dirname(require.resolve(`@fontsource-variable/${name}/package.json`)), 'files'),
}));
const FACES = FONTS.map(
  ({ family, file }) =>
    `@font-face { font-family: '${family}'; src: url(${PAGE}${file}) format('woff2'); font-weight: 200 900; font-display: swap }`,
).join('\n');

/** The product's colours and fonts; the page loads none of its style sheets. */
const THEME = JSON.stringify({
  colors: { primary: { main: '#0B5C63' }, text: { primary: '#1F2A2E' } },
  typography: {
    fontSize: '16px',
    fontFamily: 'Atkinson Hyperlegible Next, system-ui, sans-serif',
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
<style>${FACES}
body { margin: 0 } .redoc-markdown pre, .redoc-markdown pre code { white-space: pre-wrap !important; overflow-wrap: anywhere }</style>
</head>
<body>
<noscript>This page needs scripts. The same as JSON: <a href="/api/openapi.json">/api/openapi.json</a></noscript>
<redoc spec-url="/api/openapi.json" native-scrollbars json-sample-expand-level="3" theme='${THEME}'></redoc>
<script src="${SCRIPT}"></script>
</body>
</html>
`;
/** Returns the font served at an address. */
const fontAt = (address: string) => FONTS.find(({ file }) => address === `${PAGE}${file}`);

const DOCUMENT = constantOf(Buffer.from(HTML), 'html');

/**
 * Serves the OpenAPI document as a public page. Its script comes from Redoc's npm package, so nothing is requested from another host, which
 * the policy of all our pages forbids; only this page can also start the worker in which Redoc searches.
 */
export const docsPage = (limits: Limits): OpenDoor =>
  openDoor(
    limits,
    {
      name: 'docsPage',
      at: `GET ${PAGE}`,
      ...FOR_ANYBODY,
      takes: (ctx) => isRead(ctx) && (ctx.path === PAGE || ctx.path === SCRIPT || fontAt(ctx.path) !== undefined),
    },
    async (ctx, _, next) => {
      const font = fontAt(ctx.path);
      if (font) return (await sendFile(ctx, font.folder, font.file)) ? undefined : next();
      if (ctx.path === SCRIPT) return (await sendFile(ctx, BUNDLES, `/${path.basename(SCRIPT)}`)) ? undefined : next();
      ctx.set('Content-Security-Policy', `${ctx.response.get('Content-Security-Policy')};worker-src blob:`);
      ctx.set('Cache-Control', 'no-cache');
      ctx.status = 200;
      await sendConstant(ctx, DOCUMENT);
    },
  );
