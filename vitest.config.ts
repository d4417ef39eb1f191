import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** One more than cores: a third of a backend worker's time goes into waiting, for its database and for processes it has started. */
const maxWorkers = availableParallelism() + 1;
/** Node.js runs the sources as it does in production: Vite's runner makes every use of an import a call. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false } as const;

// One real Postgres for the whole run; each test file that asks for a database gets its own, cloned from a migrated template.
export default defineConfig({
  test: {
    tags: [{ name: 'slow', description: 'Run by `npm run test:all` and by name only: CONTRIBUTING.md says which, and why.' }],
    // what a test prints is shown when it fails
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'backend',
          maxWorkers,
          include: ['{contract,queues,domain,api,workers,ops,clients,migrations}/**/*.test.ts'],
          experimental: NATIVE,
          // files share a process and what it has loaded: a third of the time went into loading it for each
          isolate: false,
          pool: 'forks',
          globalSetup: 'ops/testing/global-setup.ts',
          setupFiles: 'ops/testing/note-connections.ts',
          // a time-out tells what hangs, not what is slow: workers share the cores with the processes that their tests start
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        extends: 'frontend/vite.config.ts',
        root: '.',
        test: {
          name: 'frontend',
          maxWorkers,
          include: ['frontend/{src,vite-plugins}/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // as separate as processes, in a third of the time: most of it went into a jsdom for each file
          pool: 'vmThreads',
          setupFiles: './frontend/src/testing/set-up.ts',
          clearMocks: true,
          restoreMocks: true,
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
