import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { measureSlowness } from './ops/testing/slowness.ts';

/** One more than cores: a third of a backend worker's time goes into waiting, for its database and for processes it has started. */
const maxWorkers = availableParallelism() + 1;
/** Node.js runs the sources as it does in production: Vite's runner makes every use of an import a call. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false } as const;
/**
 * Node.js's warnings would appear between the dots without their test, so tests print them themselves (`ops/testing/note-connections.ts`).
 */
const execArgv = ['--no-warnings'];
/** All limits grow with the load of the machine, also in setup files. */
const slowness = measureSlowness();
const env = { TESTS_SLOWNESS: String(slowness) };

// One real Postgres for the whole run; each test file that asks for a database gets its own, cloned from a migrated template.
export default defineConfig({
  test: {
    tags: [{ name: 'slow', description: 'Run by `npm run test:all` and by name only: CONTRIBUTING.md says which, and why.' }],
    // output of a test is shown when it fails
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'backend',
          maxWorkers,
          include: ['{contract,queues,domain,api,workers,ops,clients,migrations,e2e/support}/**/*.test.ts'],
          experimental: NATIVE,
          // files share a process and its loaded modules: loading them per file took a third of the time
          isolate: false,
          pool: 'forks',
          execArgv,
          globalSetup: 'ops/testing/global-setup.ts',
          setupFiles: 'ops/testing/note-connections.ts',
          // a timeout reports hanging tests, not slow ones: workers share the cores with the processes that their tests start
          env,
          testTimeout: 120_000 * slowness,
          hookTimeout: 120_000 * slowness,
          expect: { poll: { timeout: 60_000 * slowness } },
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
          execArgv,
          setupFiles: './frontend/src/testing/set-up.ts',
          clearMocks: true,
          restoreMocks: true,
          env,
          testTimeout: 60_000 * slowness,
          hookTimeout: 60_000 * slowness,
          expect: { poll: { timeout: 30_000 * slowness } },
        },
      },
    ],
  },
});
