import { defineConfig } from '@playwright/test';
import { findChromium } from './ops/checks/chromium.mjs';
import { measureSlowness, patience } from './ops/testing/slowness.ts';

const executablePath = await findChromium();
if (executablePath === null) throw new Error('There is no Chromium here: set CHROMIUM_PATH, or put chromium on the PATH.');

// measured once: workers read this file too
process.env['TESTS_SLOWNESS'] ??= String(measureSlowness());

export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '*.test.ts',
  snapshotPathTemplate: 'e2e/looks/{arg}{ext}',
  // accepted after a look at the pictures: `LOOK=accept npm test -- --journey look`
  updateSnapshots: process.env['LOOK'] === 'accept' ? 'all' : 'none',
  globalSetup: './e2e/support/global-setup.ts',
  // the tests of a file share their state; a worker has an installation and a browser
  fullyParallel: false,
  workers: 2,
  // a course may be written first, and two cores run two installations and their browsers: only a hanging test takes this long
  timeout: patience(260_000),
  expect: { timeout: patience(60_000) },
  reporter: process.env['CI'] ? 'dot' : 'list',
  forbidOnly: Boolean(process.env['CI']),
  use: {
    // tracing takes processor time: failed journeys leave a trace only if they were named, or in a nightly run
    trace: process.env['E2E_TRACES'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: patience(60_000),
    navigationTimeout: patience(60_000),
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    // a journey that reads offline allows them: `page.route` does not see what a service worker fetches
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      // a fake camera and microphone, for pages that have the permission
      args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    },
  },
});
