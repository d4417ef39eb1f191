import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import { build, runnerImport, type InlineConfig, type Plugin } from 'vite';
import { declaredForServers } from './declared-for-servers.ts';

interface Assets {
  css: string;
  script: string;
  fonts: { family: string; address: string }[];
}
interface AppAssets {
  script: string;
  styles: string[];
}
interface Renderer {
  renderDocuments(assets: Assets): Record<string, string>;
  renderMarketShell(assets: Assets, app: AppAssets): string;
}

const RENDERER = 'src/documents/render-document.tsx';
const SCRIPT = 'src/documents/start.ts';
const STYLES = 'src/documents/documents.css';
const MARKET_SCRIPT = 'src/documents/start-market.ts';
const MARKET_STYLES = 'src/documents/market.css';
/** The documents' fonts, by file name. */
const FACES = [
  ['Atkinson Hyperlegible Next Variable', 'atkinson-hyperlegible-next-latin-wght-normal'],
  ['Literata Variable', 'literata-latin-wght-normal'],
] as const;
/** In the build's output folder; the server answers `/terms` with `documents/terms.html`. */
const FOLDER = 'documents';

/** Built separately from the app, so that the documents' script shares no chunk with it and stays small. */
const withoutConfigFile = (root: string): InlineConfig => ({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  mode: 'production',
});

interface Part {
  readonly css: string;
  readonly script: string;
}

async function buildParts(root: string, outDir: string): Promise<{ documents: Part; market: Part }> {
  const input = { documents: SCRIPT, styles: STYLES, market: MARKET_SCRIPT, 'market-styles': MARKET_STYLES };
  const result = await build({
    ...withoutConfigFile(root),
    plugins: [lingui({ configPath: path.join(root, 'lingui.config.ts') }), declaredForServers()],
    build: {
      outDir,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: { input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, path.join(root, file)])) },
    },
  });
  if (!('output' in result)) throw new Error('The build of the documents has no single output');
  const { output } = result;
  const partOf = (source: string, styles: string): Part => {
    const script = output.find((file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId?.endsWith(source));
    const sheet = output.find((file) => file.type === 'asset' && file.originalFileNames.some((name) => styles.endsWith(name)));
    if (!script || !sheet) throw new Error(`The build of the documents lacks ${source} or ${styles}`);
    const file = path.join(outDir, sheet.fileName);
    const css = readFileSync(file, 'utf8');
    // it is inlined in the documents
    rmSync(file);
    return { css, script: `/${script.fileName}` };
  };
  return { documents: partOf(SCRIPT, STYLES), market: partOf(MARKET_SCRIPT, MARKET_STYLES) };
}

/**
 * The landing page and the five legal pages as complete HTML files, and the market's page without its content, built with the app; in development the five pages are rendered on request,
 * and the landing page is the app's.
 */
export function staticDocuments(): Plugin {
  let root = '';
  let outDir = '';
  const fonts: { family: string; address: string }[] = [];
  let app: AppAssets | null = null;
  return {
    name: 'static-documents',
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        // the app's own entry, not that of what learning platforms open
        if (file.type !== 'chunk' || !file.isEntry || !file.facadeModuleId?.endsWith('/index.html')) continue;
        const chunks = [file, ...file.imports.map((name) => bundle[name])].filter((chunk) => chunk?.type === 'chunk');
        const styles = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        app = { script: `/${file.fileName}`, styles: styles.map((name) => `/${name}`) };
      }
      for (const [family, name] of FACES) {
        const file = Object.keys(bundle).find((candidate) => candidate.includes(name) && candidate.endsWith('.woff2'));
        if (!file) this.error(`The face ${family} is not part of the build; FACES in static-documents.ts names a file that is gone.`);
        fonts.push({ family, address: `/${file}` });
      }
    },
    async closeBundle() {
      if (fonts.length === 0 || app === null) return;
      const parts = await buildParts(root, outDir);
      const { module } = await runnerImport<Renderer>(path.join(root, RENDERER), withoutConfigFile(root));
      const documents = {
        ...module.renderDocuments({ ...parts.documents, fonts }),
        market: module.renderMarketShell({ ...parts.market, fonts }, app),
      };
      mkdirSync(path.join(outDir, FOLDER), { recursive: true });
      for (const [name, html] of Object.entries(documents)) writeFileSync(path.join(outDir, FOLDER, `${name}.html`), html);
    },
    configureServer(server) {
      const answer = async (name: string, response: ServerResponse, next: (error?: unknown) => void) => {
        try {
          const { renderDocuments } = (await server.ssrLoadModule(`/${RENDERER}`)) as Renderer;
          const { default: css } = (await server.ssrLoadModule(`/${STYLES}?inline`)) as { default: string };
          const html = renderDocuments({ css, script: `/${SCRIPT}`, fonts: [] })[name];
          if (html === undefined) return next();
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(html);
        } catch (error) {
          next(error);
        }
      };
      server.middlewares.use((request, response, next) => {
        const name = /^\/([a-z-]+)(?:[?#]|$)/.exec(request.url ?? '')?.[1];
        if (!name || name === 'landing') return next();
        void answer(name, response, next);
      });
    },
  };
}
