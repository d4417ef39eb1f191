import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { contractForBrowser } from './vite-plugins/contract-for-browser.ts';
import { excludeUnusedModules } from './vite-plugins/excluded-modules.ts';
import { serviceWorker } from './vite-plugins/service-worker.ts';
import { staticDocuments } from './vite-plugins/static-documents.ts';

/** Asks for the interface's Latin face together with the scripts, so the first text is set in its own type. */
function preloadInterfaceFont(): Plugin {
  return {
    name: 'preload-interface-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /atkinson-hyperlegible-next-latin-wght-normal.*\.woff2$/.test(name));
        if (!file) throw new Error('The interface font is not part of the build; the preload in vite.config.ts names a file that is gone.');
        return [
          { tag: 'link', injectTo: 'head', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true } },
        ];
      },
    },
  };
}

/** Of the faces of formulas the one format that every browser here reads: the others would be built and never fetched. */
function modernFontsOfFormulas(): Plugin {
  return {
    name: 'modern-fonts-of-formulas',
    enforce: 'pre',
    transform: {
      filter: { id: /katex[\\/]dist[\\/]katex\.min\.css$/ },
      handler(code) {
        const modern = code.replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, '');
        if (/\.ttf/.test(modern) || !/\.woff2/.test(modern))
          throw new Error('The fonts of KaTeX are named otherwise than vite.config.ts knows.');
        return { code: modern, map: null };
      },
    },
  };
}

export default defineConfig(({ mode }) => {
  const root = fileURLToPath(new URL('.', import.meta.url));
  const { API_ORIGIN } = loadEnv(mode, root, 'API_');
  return {
    root,
    plugins: [
      react(),
      contractForBrowser(),
      excludeUnusedModules(),
      modernFontsOfFormulas(),
      preloadInterfaceFont(),
      staticDocuments(),
      serviceWorker(),
    ],
    resolve: {
      alias: { '@emotion/use-insertion-effect-with-fallbacks': fileURLToPath(new URL('src/theme/insert-styles.ts', import.meta.url)) },
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      manifest: true,
      // The Content-Security-Policy has no data: for fonts, and a data URL cannot be cached by itself.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      rolldownOptions: {
        output: {
          // Without the names of screens: the first file lists all files there are, and their names cost more than their hashes.
          chunkFileNames: 'assets/[hash:7].js',
          // One file for all that every screen needs: it compresses better than thirty, and arrives in one go.
          codeSplitting: {
            groups: [
              { name: 'core', tags: ['$initial'], test: (id: string) => /node_modules|\/(src|contract)\/(?!main\.tsx)/.test(id) },
              // Small pieces that the screens behind the sign-in need together.
              { name: 'query', test: /\/react-query\/.*\/(useQuery|useBaseQuery|queryOptions)\.js$/ },
              {
                name: 'page',
                test: /\/(src|contract)\/(ui\/(page|states\/lazy-overlay|link|brand|dialogs\/dialog-link)|app\/shell\/profile-button-id|features\/(notifications\/notification-queries|billing\/processing)|lib\/(title-count|random-id|format|about|token-balance)|generation\/(generation|course-status)\.contract)\.tsx?$|react-router\/.*\/useLocation\.js$/,
              },
              // What parses a lesson's text, in one file.
              {
                name: 'markdown',
                includeDependenciesRecursively: false,
                test: /node_modules\/(react-markdown|remark-(parse|gfm|rehype)|rehype-sanitize|micromark(?!-extension-math)|mdast-util-(?!math)|hast-util-(sanitize|to-jsx-runtime|whitespace)|unist-|@ungap|extend|trim-lines|bail|is-plain-obj|trough|html-url-attributes|estree-util-is-identifier-name|unified|vfile|property-information|(comma|space)-separated-tokens|style-to-|inline-style-parser|devlop|ccount|longest-streak|zwitch|markdown-table|decode-named-character-reference)/,
              },
              // Small pieces of the lists of courses and of a lesson: a file of a few lines costs a request, and time to begin it.
              {
                name: 'courses',
                includeDependenciesRecursively: false,
                test: /\/src\/(features\/courses\/(course-(queries|words|keys|cache)|save-words|lesson\/lesson-path|language\/course-language-choice|markdown\/use-copied)|ui\/(ruled-section|margin-row|progress-meter|picture-box|estimate-basis|states\/(error-state|use-sliced|use-in-steps|unavailable-course))|lib\/(courses\/|use-(mutation|send-once)|latin-terms|service-names|polling\/|drafts\/persisted-text|outbox\/outbox))|\/contract\/(courses\/(courses\.contract|course-(pictures|versions)\.contract|languages|lesson-maths)|progress\/|generation\/run-control\.contract|translation\/course-translation\.contract|billing\/catalogue|platform\/status\.contract|studio\/course-field-words|dashboard\/dashboard\.contract)|(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|infiniteQueryOptions)\.js$|icons-material\/InfoOutlined/,
              },
              {
                name: 'lesson',
                includeDependenciesRecursively: false,
                test: /\/src\/(features\/(courses\/(lesson\/(lesson-(reading|quiz|notes|menu)|reading-frame)\.tsx$|citations\/citation-mark|reading\/reading-preferences|version-queries|proposals\/(proposal-(list|parts)|rewrite-progress)|details\/course-unavailable)|notes\/note-queries|mentor\/(asked-passage|mentor-words)|practice\/use-answer)|ui\/(quiz\/|options-button)|lib\/(visible-text|preferences\/reduced-motion))|\/contract\/(courses\/quiz\.contract|notes\/notes\.contract|practice\/practice\.contract)|icons-material\/(MoreVert|DragIndicator|Arrow(Down|Up)ward)Outlined|useMediaQuery|getThemeProps/,
              },
              // What goes on beside every screen, fetched after it.
              {
                name: 'life',
                includeDependenciesRecursively: false,
                test: /\/src\/(features\/(generation\/(runs\/(recent-input|run-summary-words)|run\/(outage-words|run-outcome|run-cost|run-words|notify-me))|notifications\/notification-words|billing\/payment-return\/announced-payments|settings\/(settings-queries|accessibility\/accessibility-flags|preferences\/setting-words))|lib\/(failure-reasons|preferences\/quiet-hours|push-choice)|app\/palette\/open-search)\.ts$|\/contract\/(generation\/outage-line|settings\/(settings|profile)\.contract)/,
              },
              // What every form is made of.
              {
                name: 'form',
                test: /\/src\/(ui\/fields\/(control-styles|field-frame|field|select-field|switch-field)|features\/generation\/(builder\/course-draft|runs\/recent-runs))\.tsx?$|\/FormHelperText\//,
              },
            ],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      ...(API_ORIGIN ? { proxy: { '/api': { target: API_ORIGIN }, '/ws': { target: API_ORIGIN, ws: true } } } : {}),
    },
  };
});
