import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { declaredForServers } from './vite-plugins/declared-for-servers.ts';
import { offlineScreens } from './vite-plugins/offline-screens.ts';
import { staticDocuments } from './vite-plugins/static-documents.ts';

export default defineConfig(({ mode }) => {
  const root = fileURLToPath(new URL('.', import.meta.url));
  const { API_ORIGIN } = loadEnv(mode, root, 'API_');
  return {
    root,
    plugins: [
      react(),
      lingui({ configPath: path.join(root, 'lingui.config.ts') }),
      declaredForServers(),
      staticDocuments(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'src/worker',
        filename: 'sw.ts',
        // read-offline.ts registers it, and the web manifest is a file of public/
        injectRegister: false,
        manifest: false,
        injectManifest: {
          rollupFormat: 'iife',
          globPatterns: ['assets/**'],
          manifestTransforms: [offlineScreens(path.join(root, 'dist'))],
        },
      }),
    ],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      manifest: true,
      // A screen is dozens of small files, which most visits have in the cache: a link for each costs a phone more time than it saves.
      modulePreload: false,
      // The Content-Security-Policy has no data: for fonts, and a data URL cannot be cached by itself.
      assetsInlineLimit: 0,
      target: 'es2022',
      rolldownOptions: {
        // the app, and what learning platforms open in a frame
        input: { index: path.join(root, 'index.html'), lti: path.join(root, 'lti.html') },
        // One file for what every screen starts with and one for what most screens share, instead of a request for each of their modules:
        // by itself, My Courses is a hundred and sixty files, and a phone waits for each of them. The icons of single features are no part
        // of it, nor is the outbox, which the first screen does not need.
        output: {
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], test: /node_modules|\/(src|contract)\/(?!main\.tsx|launch\.tsx)/ },
              { name: 'shared', minShareCount: 24, test: /@mui|@tanstack|\/(src(?!\/ui\/feature-icons|\/lib\/outbox)|contract)\// },
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
